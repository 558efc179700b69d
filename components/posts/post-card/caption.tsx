import { LongText } from "@/components/ui/long-text";
import { RichText } from "@/components/ui/rich-text";
import { useScrollOverflow } from "@/lib/dom/use-scroll-overflow";
import { CAPTION_PREVIEW } from "@/lib/posts/policy";
import { type Mention, textParts } from "@/lib/text/rich-text";

type NamedText = { text: string; mentions?: readonly Mention[] | undefined };

/**
 * A post's text, cut to a preview with Show more unless it is to be shown `whole`: then, where the
 * post has two panes, a long one scrolls, so that the actions below it stay in sight.
 */
export function Caption({ whole, ...named }: NamedText & { whole: boolean }) {
  return whole ? <WholeCaption {...named} /> : <LongText {...named} max={CAPTION_PREVIEW} />;
}

function WholeCaption({ text, mentions }: NamedText) {
  const { ref, overflows } = useScrollOverflow<HTMLDivElement>();
  return (
    <div
      ref={ref}
      // Keyboards need to scroll it.
      tabIndex={overflows ? 0 : undefined}
      // The padding leaves room for focus rings.
      className="rail:-m-1 rail:max-h-[calc(var(--split-max)*0.4)] rail:overflow-y-auto rail:p-1"
    >
      <p className="free-text">
        <RichText parts={textParts(text, mentions)} />
      </p>
    </div>
  );
}
