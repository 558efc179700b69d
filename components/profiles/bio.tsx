import { TextPart } from "@/components/posts/post-card/caption";
import { captionParts } from "@/lib/posts/caption-parts";

/** A person's bio as plain text, with web addresses and tags as links. */
export function Bio({ text }: { text: string }) {
  return (
    <p className="free-text">
      {captionParts(text).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no id
        <TextPart key={index} part={part} />
      ))}
    </p>
  );
}
