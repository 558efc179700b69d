import { LongText } from "@/components/ui/long-text";
import { RichText } from "@/components/ui/rich-text";
import { CAPTION_PREVIEW } from "@/lib/posts/policy";
import { textParts } from "@/lib/text/rich-text";

/** A post's text, cut to a preview with Show more unless it is to be shown `whole`. */
export function Caption({ text, whole }: { text: string; whole: boolean }) {
  if (!whole) return <LongText text={text} max={CAPTION_PREVIEW} />;
  return (
    <p className="free-text">
      <RichText parts={textParts(text)} />
    </p>
  );
}
