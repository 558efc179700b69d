import { leavePage } from "@/lib/accounts/client/leave-page";
import {
  eraseMediaDrafts,
  eraseTab,
  hasOwner,
  isLeftOver,
  isLogoutPending,
  markTab,
  OWNER,
} from "@/lib/sessions/client/data-owner";

/**
 * Runs before anything else on a page, from instrumentation-client.ts: erases what a person who
 * left has in this tab, sends logouts the server has not confirmed, and leaves the page when its
 * person logs out in another tab.
 */
export function watchPersonalData(): void {
  try {
    if (isLeftOver()) {
      eraseTab();
      // The page before this one may have been gone before its request was made.
      if (!hasOwner()) eraseMediaDrafts();
    }
    markTab();
  } catch {
    // Storage is blocked, so nothing of anyone is stored here.
    return;
  }
  catchUp();
  window.addEventListener("online", catchUp);
  window.addEventListener("storage", ({ key }) => {
    if (key === OWNER) leaveWhenLeftOver();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    // Restored from the back/forward cache.
    if (persisted) leaveWhenLeftOver();
  });
}

/** Rarely needed, so its code is loaded on demand. */
function catchUp(): void {
  const profile = localStorage.getItem("userProfile");
  const owner = localStorage.getItem(OWNER);
  const isClaimed = !profile || (owner !== null && profile.includes(`"_id":"${owner}"`));
  if (isClaimed && !isLogoutPending()) return;
  import("@/lib/accounts/client/personal-data").then(
    ({ catchUpWithStorage }) => catchUpWithStorage(),
    () => undefined, // No connection: the next page tries again.
  );
}

function leaveWhenLeftOver(): void {
  if (!isLeftOver()) return;
  document.documentElement.hidden = true;
  eraseTab();
  // A person who has signed in since gets the same page, as theirs; otherwise the login. Its path
  // is written out because lib/paths.ts would be loaded with every page.
  leavePage(localStorage.getItem("userProfile") ? window.location.href : "/login-page");
}
