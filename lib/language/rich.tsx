"use client";

import { type RichProps, RichSentence } from "@/lib/language/rich-sentence";
import { useTranslator } from "@/lib/language/translate";

/**
 * A sentence with elements in it, for client components:
 * `<Rich text="Read the <b>terms</b>." components={{ b: <TextLink href={TERMS} /> }} />`.
 */
export function Rich(props: RichProps) {
  return <RichSentence {...props} translator={useTranslator()} />;
}
