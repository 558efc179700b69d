"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { COMPOSE } from "@/lib/paths";

/**
 * The composer over the page that one is on. It opens without leaving the page, so that what was
 * typed, found or scrolled to there is still there afterwards. Only its address, typed or followed
 * from elsewhere, is a page (app/(campus)/create-post-modal).
 */

const CreatePostModal = lazyComponent(() =>
  import("@/components/posts/composer/create-post-modal").then((module) => module.CreatePostModal),
);

/** The path of the page that it is open over. */
const dialog = createStore(() => ({ openOver: "" }));
const close = () => dialog.setState({ openOver: "" });

export const openComposerDialog = () => dialog.setState({ openOver: window.location.pathname });

/** Whether the composer is open over the page, in either way. */
export function useIsComposerOpen(): boolean {
  const path = usePathname();
  return useStore(dialog, ({ openOver }) => openOver === path) || path === COMPOSE;
}

/** Rendered once, on every screen of the campus. */
export function ComposerDialog() {
  const path = usePathname();
  const isOpen = useStore(dialog, ({ openOver }) => openOver === path);
  // It belongs to the page below it, and is left with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the page
  useEffect(() => {
    // The address, because this runs after a page has faded in, which may have been left by then.
    if (dialog.getState().openOver !== window.location.pathname) close();
  }, [path]);
  useEffect(() => close, []);
  return isOpen && <CreatePostModal onClose={close} onLoadError={close} />;
}

/** Opens the composer over this page. */
export function ComposeButton({ children }: { children: ReactNode }) {
  return (
    <Button
      wide
      aria-haspopup="dialog"
      onPointerEnter={CreatePostModal.preload}
      onFocus={CreatePostModal.preload}
      onClick={openComposerDialog}
    >
      {children}
    </Button>
  );
}
