"use client";

import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { messageDraftKey } from "@/components/messages/message-composer";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import type { Conversation } from "@/lib/messages/schema";
import { useMe, userOptions } from "@/lib/profiles/client/queries";
import type { User, UserSummary } from "@/lib/profiles/schema";
import { useDraft } from "@/lib/store/drafts";
import { sizedImageUrl } from "@/lib/text/media-url";
import { isolated } from "@/lib/text/names";

const FACE_PX = 96;

type Props = {
  conversation: Conversation;
  person: UserSummary;
  /** Where what is begun with is written. */
  field: RefObject<HTMLTextAreaElement | null>;
};

/**
 * Before the first message: who it is, and two ways to begin, which fill the field. They make way
 * for words of one's own.
 */
export function EmptyConversation({ conversation: { _id, canWrite }, person, field }: Props) {
  const t = useTranslate();
  const me = useMe();
  // Shown once it is there: the face and the name do not wait for it.
  const { data: profile } = useQuery(userOptions(person._id));
  const [firstName] = person.name.split(" ");
  const openings = [t("Hi {name}! 👋", { name: isolated(firstName ?? "") }), t("How is your week going?")];
  const [written, write] = useDraft(messageDraftKey(me?._id, _id));
  const relation = profile && relationOf(profile, t);
  const begin = (text: string) => {
    write(text);
    field.current?.focus();
  };
  const canBegin = written.trim() === "" || openings.includes(written);
  return (
    <div className="m-auto flex max-w-full flex-col items-center gap-1 px-6 py-8 text-center">
      <Avatar
        id={person._id}
        name={person.name}
        src={sizedImageUrl(person.avatar, FACE_PX * 2)}
        size="xl"
        className="mb-2"
      />
      <p className="max-w-full truncate font-bold font-display text-xl">
        <bdi>{person.name}</bdi>
      </p>
      {profile?.bio && <p className="line-clamp-1 max-w-sm text-ink2">{profile.bio}</p>}
      {relation && <p className="text-ink2 text-label">{relation}</p>}
      {canWrite && !me?.suspension && canBegin && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {openings.map((text) => (
            <Button key={text} variant="soft" size="sm" onClick={() => begin(text)}>
              {text}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function relationOf({ isInCircle, isInMyCircle }: User, t: Translate): string | undefined {
  if (isInCircle && isInMyCircle) return t("You have joined each other's circles");
  if (isInMyCircle) return t("Joined your circle");
  return isInCircle ? t("You joined their circle") : undefined;
}
