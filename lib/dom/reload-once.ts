const RELOADED_AT = "reloadedAt";
/** What fails again this soon, reloading does not mend. */
const AGAIN_AFTER_MS = 60_000;

/**
 * Reloads the page, unless this tab did so within the last minute. Returns whether it does. Without
 * storage it never does, because it could not tell and might go on for ever.
 */
export function reloadOnce(): boolean {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - reloadedAt < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    return false;
  }
  page.reload();
  return true;
}

/** Tests replace it, because jsdom reloads no page. */
export const page = { reload: () => window.location.reload() };
