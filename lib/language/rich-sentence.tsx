import type { I18n } from "@lingui/core";
import { TransNoContext } from "@lingui/react/server";
import type { ReactElement, ReactNode } from "react";

export type RichProps = {
  /** The English sentence: `Read the <0>Privacy notice</0>.` */
  text: string;
  /** The values of placeholders: text, a number, or an element. */
  values?: Readonly<Record<string, ReactNode>> | undefined;
  /** What wraps the part between `<0>` and `</0>`, or `<terms>` and `</terms>`: by place or name. */
  components?: readonly ReactElement[] | Readonly<Record<string, ReactElement>> | undefined;
};

/** A sentence with elements in it, for the two `Rich`. */
export function RichSentence({
  translator,
  text,
  values = {},
  components = [],
}: RichProps & { translator: I18n }) {
  return (
    <TransNoContext
      lingui={{ i18n: translator }}
      id={text}
      values={Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asElement(value)]))}
      components={{ ...components }}
    />
  );
}

/** Lingui searches text for tags, and a name may be `<0>`. What is no string is an element. */
const asElement = (value: ReactNode) => (typeof value === "string" ? [value] : value);
