import { leavePage } from "@/lib/accounts/client/leave-page";
import { eraseTab, isLeftOver, isLogoutPending, markTab, OWNER } from "@/lib/sessions/client/data-owner";

/**
 * Before anything else on a page: erases what somebody who left has in this tab, tells the server
 * of a logout it has not confirmed, and leaves the page when its person logs out in another tab.
 * For instrumentation-client.ts.
 */
export function watchPersonalData(): void {
  try {
    if (isLeftOver()) eraseTab();
    markTab();
  } catch {
    // Storage is blocked: nothing is kept here, of anybody.
    return;
  }
  catchUp();
  window.addEventListener("online", catchUp);
  window.addEventListener("storage", ({ key }) => {
    if (key === OWNER) leaveWhenLeftOver();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    // A page that was put aside for the Back button.
    if (persisted) leaveWhenLeftOver();
  });
}

/** What is seldom to be done is loaded for it. */
function catchUp(): void {
  const profile = localStorage.getItem("userProfile");
  const isClaimed = !profile || profile.includes(localStorage.getItem(OWNER) ?? "nobody's");
  if (isClaimed && !isLogoutPending()) return;
  import("@/lib/accounts/client/catch-up").then(
    ({ catchUpWithStorage }) => catchUpWithStorage(),
    () => undefined, // No connection: the next page tries again.
  );
}

function leaveWhenLeftOver(): void {
  if (!isLeftOver()) return;
  document.documentElement.hidden = true;
  eraseTab();
  // Whoever came meanwhile gets the same page, as theirs. Else it is the login (by its address:
  // lib/paths.ts would come with every page).
  leavePage(localStorage.getItem("userProfile") ? window.location.href : "/login-page");
}
