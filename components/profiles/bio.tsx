import { TextPart } from "@/components/posts/post-card/caption";
import { captionParts } from "@/lib/posts/caption-parts";

/** What a person says of themselves: addresses and tags are links, nothing is HTML. */
export function Bio({ text }: { text: string }) {
  return (
    <p className="free-text">
      {captionParts(text).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
        <TextPart key={index} part={part} />
      ))}
    </p>
  );
}
