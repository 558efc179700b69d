"use client";

import * as Dialog from "@radix-ui/react-dialog";
import { Plus, X } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Logo } from "@/components/brand/logo";
import { NavLinks } from "@/components/shell/nav-links";
import { ProfileCard } from "@/components/shell/profile-card";
import { IconButton } from "@/components/ui/icon-button";
import { ButtonLink } from "@/components/ui/link";
import { useBackToClose } from "@/lib/dom/back";
import { useReturnFocus } from "@/lib/dom/use-return-focus";
import { useTranslate } from "@/lib/language/translate";
import { COMPOSE_ON_PHONE, HOME } from "@/lib/paths";
import { returnToTop } from "@/lib/posts/client/feed-top";
import { APP_NAME, TAGLINE } from "@/lib/product";

/**
 * The navigation below 768px, as a sheet from the left. The top bar closes it on any change of
 * route. Loaded on the first press, because most visits never open it.
 */
export function SlideOver({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslate();
  useBackToClose(open, () => onOpenChange(false));
  const focus = useReturnFocus();
  const path = usePathname();

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.saveFocus}
          onCloseAutoFocus={focus.restoreFocus}
          className="fixed inset-y-0 left-0 z-50 flex w-[75vw] animate-slide-in flex-col overflow-y-auto overscroll-contain border-line border-r bg-bg pt-safe pb-safe pl-[env(safe-area-inset-left)] shadow-float outline-none data-[state=closed]:animate-slide-out md:hidden"
        >
          <Dialog.Title className="sr-only">{t("Menu")}</Dialog.Title>
          <div className="flex flex-1 flex-col gap-4 p-3">
            <div className="flex items-center justify-between gap-2">
              <Link
                href={HOME}
                prefetch={false}
                onClick={(event) => {
                  if (path !== HOME) return;
                  event.preventDefault();
                  returnToTop({ smooth: false });
                  onOpenChange(false);
                }}
                aria-label={t("{appName}, home", { appName: APP_NAME })}
                className="flex min-h-11 min-w-0 items-center rounded-field px-2"
              >
                <Logo className="min-w-0 gap-2 xs:gap-3 [&>span]:truncate [&>span]:text-base xs:[&>span]:text-xl [&>svg]:size-6 xs:[&>svg]:size-7" />
              </Link>
              <Dialog.Close asChild>
                <IconButton label={t("Close menu")}>
                  <X />
                </IconButton>
              </Dialog.Close>
            </div>
            <ProfileCard withCounts />
            <nav aria-label={t("Main")} className="flex flex-col gap-4">
              <NavLinks onPressCurrent={() => onOpenChange(false)} />
              <ButtonLink href={COMPOSE_ON_PHONE} prefetch={false} wide>
                <Plus aria-hidden />
                {t("Create Post")}
              </ButtonLink>
            </nav>
            <p className="mt-auto px-4 pt-4 text-ink2 text-sm">{TAGLINE}</p>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
