"use client";

import { useRef, useState } from "react";
import { PeoplePicker } from "@/components/people-picker/people-picker";
import { usePostFeedback } from "@/components/posts/post-card/post-feedback";
import { SendNote } from "@/components/posts/post-card/send-note";
import { ShareTargets } from "@/components/posts/post-card/share-targets";
import { useSending } from "@/components/posts/post-card/use-sending";
import { Dialog } from "@/components/ui/dialog";
import { useCopyLink } from "@/components/ui/use-copy-link";
import { isPhone } from "@/lib/dom/screen-hooks";
import { useTranslate } from "@/lib/language/translate";
import { useCountShare } from "@/lib/posts/client/mutations";
import type { Post } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";
import type { UserSummary } from "@/lib/profiles/schema";
import { CANNOT_WRITE_SUSPENDED } from "@/lib/text/errors";

type Props = { post: Post; onCopied: () => void };

/** Shares a post: to people, ticked by their faces, or its link elsewhere. */
export function ShareDialog({ post, onCopied }: Props) {
  const t = useTranslate();
  const me = useMe();
  const feedback = usePostFeedback();
  const { copyLink, dialog } = useCopyLink();
  const { mutate: countShare } = useCountShare();
  const [isOpen, setIsOpen] = useState(true);
  const [chosen, setChosen] = useState<readonly UserSummary[]>([]);
  // It stays while the only person is exchanged for another.
  const [note, setNote] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const sending = useSending(post._id);
  const url = `${location.origin}/post/${post._id}`;
  const close = () => setIsOpen(false);

  const attempt = async (share: () => Promise<void>, onSuccess: () => void) => {
    close();
    try {
      await share();
    } catch (error) {
      // Closing the device's sheet is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) feedback.onShareError(error);
      return;
    }
    onSuccess();
  };
  const handleCopied = () => {
    onCopied();
    feedback.onLinkCopied();
    // To keep the address of one's own post is not yet to share it.
    if (me?._id !== post.userId._id) countShare(post._id);
  };
  const openSite = (address: string) => {
    close();
    window.open(address, "_blank", "noopener,noreferrer");
    countShare(post._id);
  };
  const toggle = (person: UserSummary) =>
    setChosen((people) => {
      const others = people.filter(({ _id }) => _id !== person._id);
      return others.length < people.length ? others : [...people, person];
    });
  const send = async () => {
    const failed = await sending.send(chosen, note.trim());
    setChosen(failed);
    if (failed.length < chosen.length) countShare(post._id);
    if (failed.length === 0) close();
  };
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t("Share")}
        width="sm"
        // On a phone the keyboard would cover the faces.
        {...(isPhone() ? {} : { initialFocus: field })}
        footer={
          chosen.length > 0 ? (
            <SendNote
              people={chosen.length}
              note={note}
              onChange={setNote}
              isPending={sending.isPending}
              onSend={() => void send()}
            />
          ) : (
            <ShareTargets
              post={post}
              url={url}
              onShare={(data) =>
                void attempt(
                  () => navigator.share(data),
                  () => countShare(post._id),
                )
              }
              onCopy={() => void attempt(() => copyLink(url), handleCopied)}
              onOpen={openSite}
            />
          )
        }
      >
        {me?.suspension ? (
          <p className="text-center text-ink2 text-label">{CANNOT_WRITE_SUSPENDED}</p>
        ) : (
          <PeoplePicker field={field} chosen={chosen} onChoose={toggle} />
        )}
      </Dialog>
      {dialog}
    </>
  );
}
