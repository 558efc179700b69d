import { useEffect } from "react";
import { formatBadge } from "@/lib/text/counts";

/** Before the title of a tab: how much is unread. */
const COUNTED = /^\(\d+\+?\) /;

/** The title with how much is unread before it: `(3) Campus Circle`. */
export function countedTitle(title: string, unread: number): string {
  const plain = title.replace(COUNTED, "");
  return unread > 0 ? `(${formatBadge(unread)}) ${plain}` : plain;
}

/** Shows how much is unread in the tab's title and on the icon of the installed app. */
export function useUnreadBadge(unread: number): void {
  useEffect(() => {
    const apply = () => {
      const title = countedTitle(document.title, unread);
      if (title !== document.title) document.title = title;
    };
    apply();
    // Each screen brings a title of its own.
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [unread]);

  useEffect(() => {
    void showOnIcon(unread);
  }, [unread]);

  useEffect(
    () => () => {
      document.title = countedTitle(document.title, 0);
      void showOnIcon(0);
    },
    [],
  );
}

async function showOnIcon(unread: number): Promise<void> {
  if (!("setAppBadge" in navigator)) return;
  try {
    await navigator.setAppBadge(unread);
  } catch {
    // Not installed, or not allowed: then there is no icon to write on.
  }
}
