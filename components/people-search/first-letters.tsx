"use client";

import Link from "next/link";
import { useTranslate } from "@/lib/language/translate";
import { LETTERS } from "@/lib/people-search/policy";

type Props = {
  chosen: string | undefined;
  /** The address that begins at a letter, or at the beginning again. */
  hrefOf: (letter: string | undefined) => string;
};

/** Where the list of names begins. A phone has no room for it. */
export function FirstLetters({ chosen, hrefOf }: Props) {
  const t = useTranslate();
  return (
    <nav aria-label={t("By first letter")} className="grid grid-cols-13 text-center max-md:hidden">
      {LETTERS.map((letter) => {
        const isChosen = letter === chosen;
        const href = hrefOf(isChosen ? undefined : letter);
        return (
          <Link
            key={letter}
            href={href}
            prefetch={false}
            aria-current={isChosen || undefined}
            // Only the list changes: the page need not be asked for again.
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
              event.preventDefault();
              window.history.replaceState(null, "", href);
            }}
            className="rounded-field py-1.5 text-ink2 text-label transition-colors hover:bg-soft hover:text-ink aria-[current]:bg-soft aria-[current]:font-semibold aria-[current]:text-brand"
          >
            {letter}
          </Link>
        );
      })}
    </nav>
  );
}
