import { cx } from "@/components/ui/cx";
import { BACKGROUNDS, CARD_LINE, CARD_MARGIN, type CardBackground, cardSize } from "@/lib/text/card-look";

type Props = {
  text: string;
  background: CardBackground;
  /** What a screen reader says; without it the picture is decorative. */
  label?: string;
  className: string;
};

/**
 * A card where posts are small: its words as they are now, on their background. Its stored picture
 * is shown nowhere, because it has the words that the card was published with.
 */
export function CardPicture({ text, background, label, className }: Props) {
  const { from, to, ink } = BACKGROUNDS[background];
  return (
    <span
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      data-background={background}
      className={cx("@container-size block overflow-hidden", className)}
    >
      <span
        style={{ backgroundImage: `linear-gradient(to bottom right, ${from}, ${to})`, color: ink }}
        className="grid size-full grid-cols-1 place-items-center"
      >
        <span
          style={{
            fontSize: `${cardSize(text)}cqmin`,
            lineHeight: CARD_LINE,
            paddingInline: `${CARD_MARGIN}cqmin`,
          }}
          className="free-text text-center font-bold font-display"
        >
          {text}
        </span>
      </span>
    </span>
  );
}
