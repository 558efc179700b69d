"use client";

import { type RefObject, useEffect } from "react";
import { useKeptPlace } from "@/components/posts/use-kept-place";
import { usePostKeys } from "@/components/posts/use-post-keys";
import { part } from "@/components/ui/part";

const ShortcutsDialog = part(() =>
  import("@/components/posts/shortcuts-dialog").then((module) => module.ShortcutsDialog),
);

type Props = {
  list: RefObject<HTMLElement | null>;
  /** The last key that was pressed while this was on its way. */
  early: RefObject<KeyboardEvent | undefined>;
  pages: number;
  hasMore: boolean;
  /** Loads the next page; true when it came. */
  loadMore: () => Promise<boolean>;
  /** Asks for more before the end is reached. */
  onNearEnd: () => void;
};

/** Goes through a list of posts by keyboard, and back to where one was in it: loaded as soon as the list is on the page. */
export function PostListReader({ list, early, onNearEnd, ...place }: Props) {
  useKeptPlace(list, place);
  const keys = usePostKeys(list, onNearEnd);
  useEffect(() => {
    const event = early.current;
    early.current = undefined;
    // Only what was meant for the page as a whole: anything else that was focused has answered already.
    if (event?.target === document.body) document.body.dispatchEvent(new KeyboardEvent(event.type, event));
  }, [early]);
  return keys.isHelpOpen && <ShortcutsDialog onClose={keys.closeHelp} onLost={keys.closeHelp} />;
}
