"use client";

import { Plus, X } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Logo } from "@/components/brand/logo";
import { COMPOSE_MOBILE_HREF } from "@/components/shell/nav-items";
import { NavLinks } from "@/components/shell/nav-links";
import { ProfileCard } from "@/components/shell/profile-card";
import { ButtonLink } from "@/components/ui/button-link";
import { IconButton } from "@/components/ui/icon-button";
import { useBackToClose } from "@/lib/hooks/use-back-to-close";
import { APP_NAME, TAGLINE } from "@/lib/product";

/**
 * Below 768px: the way around as a sheet from the left, 75vw wide (the specification, §2), opened by `trigger`.
 * It belongs to the page it was opened on, so that any change of route closes it.
 */
export function SlideOver({ trigger }: { trigger: ReactNode }) {
  const path = usePathname();
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  // Forgotten at once, or coming back to the page would open it again.
  if (openedOn !== null && openedOn !== path) setOpenedOn(null);
  const open = openedOn === path;
  const change = (next: boolean) => setOpenedOn(next ? path : null);
  useBackToClose(open, () => change(false));

  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-[75vw] animate-slide-in flex-col overflow-y-auto overscroll-contain border-line border-r bg-bg pt-safe pb-safe pl-[env(safe-area-inset-left)] shadow-float outline-none data-[state=closed]:animate-slide-out md:hidden"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex flex-1 flex-col gap-4 p-3">
            <div className="flex items-center justify-between gap-2">
              <Link
                href="/mainfeed"
                replace
                prefetch={false}
                aria-label={`${APP_NAME}, home`}
                className="flex min-h-11 min-w-0 items-center rounded-field px-2"
              >
                <Logo className="min-w-0 [&>span]:truncate" />
              </Link>
              <Dialog.Close asChild>
                <IconButton label="Close menu">
                  <X />
                </IconButton>
              </Dialog.Close>
            </div>
            <nav aria-label="Main" className="flex flex-col gap-4">
              {/* `replace`: the entry that the back button closes this sheet with gives way to the new page. */}
              <NavLinks replace onHere={() => change(false)} />
              <ButtonLink href={COMPOSE_MOBILE_HREF} replace prefetch={false} wide>
                <Plus aria-hidden />
                Create Post
              </ButtonLink>
            </nav>
            <div className="mt-auto flex flex-col gap-3 pt-4">
              <p className="px-4 text-ink2 text-sm">{TAGLINE}</p>
              <ProfileCard replace />
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
