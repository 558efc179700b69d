"use client";

import { Ellipsis } from "lucide-react";
import { Picture } from "@/components/profiles/profile-header";
import { usePersonMenu } from "@/components/safety/person-menu";
import { usePersonActions } from "@/components/safety/use-person-actions";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { User } from "@/lib/profiles/schema";

/** The profile of a person whom the viewer has blocked: who they are, and nothing they shared. */
export function BlockedProfile({ user }: { user: User }) {
  const t = useTranslate();
  const { unblock, isShowing } = usePersonActions(user);
  const { items, dialog } = usePersonMenu(user);
  return (
    <section
      aria-label={t("Blocked profile")}
      className="card-bleed relative flex flex-col items-center px-6 py-10 text-center"
    >
      <div className="absolute top-2 right-2">
        <Menu
          trigger={
            <IconButton label={t("More actions")}>
              <Ellipsis />
            </IconButton>
          }
        >
          {items}
        </Menu>
        {dialog}
      </div>
      <Picture user={user} />
      <h1 className="mt-4 max-w-full break-words text-2xl">
        <bdi>{user.name}</bdi>
      </h1>
      {user.username && <p className="max-w-full break-words text-ink2">@{user.username}</p>}
      <p className="mt-4 w-full max-w-sm text-balance font-medium">
        <Rich text="You blocked {name}." values={{ name: <bdi>{user.name}</bdi> }} />
      </p>
      <p className="mt-1 w-full max-w-sm text-balance text-ink2">{t("You don't see each other anywhere.")}</p>
      <Button variant="secondary" className="mt-5" isPending={isShowing} onClick={() => void unblock()}>
        {t("Unblock")}
      </Button>
    </section>
  );
}
