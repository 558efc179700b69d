import Link from "next/link";
import { cx } from "@/components/ui/cx";
import { tagPath } from "@/lib/paths";
import { type TextPart, withoutEmptyLines } from "@/lib/text/rich-text";

// The font weight distinguishes links without relying on colour.
const LINK = "font-medium text-brand hover:underline";

/** Text by members, with its tags, mentions and addresses as links. HTML in it stays text. */
export function RichText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
    <RichTextPart key={index} part={part} />
  ));
}

function RichTextPart({ part }: { part: TextPart }) {
  if (part.kind === "tag") {
    return (
      <Link href={tagPath(part.tag)} prefetch={false} className={LINK}>
        {part.text}
      </Link>
    );
  }
  if (part.kind === "mention") {
    return (
      <Link href={`/profile/${part.personId}`} prefetch={false} className={LINK}>
        {part.text}
      </Link>
    );
  }
  if (part.kind === "link") {
    return (
      <a
        href={part.href}
        target="_blank"
        rel="nofollow ugc noopener noreferrer"
        // An address never breaks: where it has no space, it ends with an ellipsis.
        className={cx(LINK, "inline-block max-w-full truncate align-bottom")}
      >
        {part.text}
      </a>
    );
  }
  return withoutEmptyLines(part.text);
}
