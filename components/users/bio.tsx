import Link from "next/link";
import { captionParts } from "@/lib/format/caption";

const LINK = "text-brand hover:underline";

/** What a person says of themselves: addresses and tags are links, nothing is HTML. */
export function Bio({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line break-words">
      {captionParts(text).map((part, index) => {
        if (part.kind === "text") return part.text.replace(/\n{3,}/g, "\n\n");
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
        if (part.kind === "tag") {
          return (
            <Link key={index} href={`/tag/${encodeURIComponent(part.tag)}`} prefetch={false} className={LINK}>
              {part.text}
            </Link>
          );
        }
        return (
          <a
            key={index}
            href={part.href}
            target="_blank"
            rel="nofollow ugc noopener noreferrer"
            className={`${LINK} break-all`}
          >
            {part.text}
          </a>
        );
        // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
      })}
    </p>
  );
}
