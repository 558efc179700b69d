"use client";

import { ChevronDown, MessageCircle } from "lucide-react";
import type { Composer } from "@/components/posts/composer/use-composer";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoices } from "@/components/ui/menu";
import { useTranslate } from "@/lib/language/translate";
import type { CommentAudience } from "@/lib/posts/schema";

export const AUDIENCES: readonly { value: CommentAudience; label: string }[] = [
  { value: "everyone", label: "Everyone" },
  { value: "circle", label: "People I joined" },
  { value: "nobody", label: "Nobody" },
];

/** Says who may comment on the post that is being written, and opens the menu that changes it. */
export function WhoCanComment({ value, set }: Composer["whoCanComment"]) {
  const t = useTranslate();
  const options = AUDIENCES.map((one) => ({ ...one, label: t(one.label) }));
  const chosen = options.find((option) => option.value === value)?.label ?? "";
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="secondary" size="sm" className="self-start">
          <MessageCircle aria-hidden />
          {t("Who can comment: {audience}", { audience: chosen })}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuChoices value={value} options={options} onChange={set} />
    </Menu>
  );
}
