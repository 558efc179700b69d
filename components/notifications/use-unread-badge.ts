import { useEffect } from "react";
import { formatBadge } from "@/lib/text/counts";

/** The unread count before a tab's title. */
const COUNT_PREFIX = /^\(\d+\+?\) /;

/** The title with the unread count before it: `(3) Campus Circle`. */
export function countedTitle(title: string, unread: number): string {
  const baseTitle = title.replace(COUNT_PREFIX, "");
  return unread > 0 ? `(${formatBadge(unread)}) ${baseTitle}` : baseTitle;
}

/** Shows the unread count in the tab's title and on the icon of the installed app. */
export function useUnreadBadge(unread: number): void {
  useEffect(() => {
    const apply = () => applyCount(unread);
    apply();
    // Each screen sets its own title.
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [unread]);

  useEffect(() => {
    void setIconBadge(unread);
  }, [unread]);

  useEffect(
    () => () => {
      applyCount(0);
      void setIconBadge(0);
    },
    [],
  );
}

function applyCount(unread: number): void {
  // Between two screens there is no title: writing one would leave a second next to the following
  // one.
  if (document.title === "") return;
  const title = countedTitle(document.title, unread);
  if (title !== document.title) document.title = title;
}

async function setIconBadge(unread: number): Promise<void> {
  if (!("setAppBadge" in navigator)) return;
  try {
    await navigator.setAppBadge(unread);
  } catch {
    // The app is not installed or may not set a badge.
  }
}
