import { type RefObject, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";

// Optional: people who know a username can type it.
const MentionList = lazyComponent(
  () => import("@/components/mentions/mention-list").then((module) => module.MentionList),
  { optional: true },
);

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The text of the field. */
  text: string;
  /** The post that is commented on or edited: people of its thread are offered first. */
  postId?: string;
};

/** Offers people while `@` and a part of their name is typed in a field; rendered next to it. */
export function Mentions({ field, text, postId }: Props) {
  const [initial] = useState(text);
  if (text === initial || !text.includes("@")) return null;
  return <MentionList field={field} postId={postId} />;
}
