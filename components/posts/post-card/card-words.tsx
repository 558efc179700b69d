import { RichText } from "@/components/ui/rich-text";
import { BACKGROUNDS, CARD_LINE, CARD_MARGIN, type CardBackground, cardSize } from "@/lib/text/card-look";
import { type Mention, textParts } from "@/lib/text/rich-text";

type Props = {
  text: string;
  mentions?: readonly Mention[] | undefined;
  background: CardBackground;
  /** The name of the picture that it replaces (`pictureIdOf`). */
  pictureId?: string;
};

/**
 * The words of a card on their background, set as in its picture. It is as wide as its container,
 * in the picture's shape, and grows where its words need more room.
 */
export function CardWords({ text, mentions, background, pictureId }: Props) {
  const { from, to, ink } = BACKGROUNDS[background];
  return (
    <div data-background={background} data-picture={pictureId} className="@container w-full">
      <div
        style={{
          backgroundImage: `linear-gradient(to bottom right, ${from}, ${to})`,
          color: ink,
          padding: `${CARD_MARGIN}cqw`,
        }}
        className="grid aspect-4/5 grid-cols-1 items-center inset-ring inset-ring-white/10 overflow-clip md:rounded-media"
      >
        <p
          style={{
            fontSize: `max(1rem, ${cardSize(text)}cqw)`,
            lineHeight: CARD_LINE,
            textAlign: "center",
          }}
          // Links and what is selected have the ink of the background.
          className="free-text font-bold font-display selection:bg-black/35 selection:text-white [&_a]:text-inherit [&_a]:underline"
        >
          <RichText parts={textParts(text, mentions)} />
        </p>
      </div>
    </div>
  );
}
