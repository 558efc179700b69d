"use client";

import { UserRoundSearch } from "lucide-react";
import { useRef, useState } from "react";
import { PeoplePicker } from "@/components/people-picker/people-picker";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useTranslate } from "@/lib/language/translate";
import type { UserSummary } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

type Props = {
  /** What the field for the id holds: it may have been typed. */
  receiverId: string;
  onChoose: (receiverId: string) => void;
};

/** Chooses who receives a notification by name and picture; the field below holds the id. */
export function ReceiverPicker({ receiverId, onChoose }: Props) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<UserSummary>();
  const field = useRef<HTMLInputElement>(null);
  const shown = chosen?._id === receiverId.trim() ? chosen : undefined;
  const choose = (person: UserSummary) => {
    setChosen(person);
    onChoose(person._id);
    setIsOpen(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      {shown && (
        <p className="flex min-w-0 items-center gap-3">
          <Avatar id={shown._id} name={shown.name} src={sizedImageUrl(shown.avatar, 96)} />
          <bdi className="min-w-0 break-words font-semibold">{shown.name}</bdi>
        </p>
      )}
      <Button type="button" variant="secondary" onClick={() => setIsOpen(true)}>
        <UserRoundSearch aria-hidden />
        {shown ? t("Choose someone else") : t("Choose a person")}
      </Button>
      {isOpen && (
        <Dialog open onOpenChange={setIsOpen} title={t("Who gets it?")} width="sm" initialFocus={field}>
          <PeoplePicker field={field} of="notification" onChoose={choose} />
        </Dialog>
      )}
    </div>
  );
}
