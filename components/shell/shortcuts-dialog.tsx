"use client";

import { Fragment, useId } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useTranslate } from "@/lib/language/translate";

/** In moderation, which only the staff have. */
const CASE_SHORTCUTS = {
  title: "In a case",
  keys: [
    ["1 to 5", "Choose a decision"],
    ["r", "Go to the reason"],
    ["Ctrl Enter", "Decide, and open the next case"],
    ["j", "Next case"],
    ["k", "Previous case"],
  ],
} as const;

/** Several keys are pressed one after the other; `or` and `to` separate alternatives. */
const SHORTCUTS = [
  {
    title: "Everywhere",
    keys: [
      ["n", "New post"],
      ["/", "Search"],
      ["g h", "Go to Home"],
      ["g e", "Go to Explore"],
      ["g n", "Go to Notifications"],
      ["g m", "Go to Messages"],
      ["g p", "Go to your profile"],
      ["x or Esc", "Close what is open"],
      ["?", "This list"],
    ],
  },
  {
    title: "In lists of posts",
    keys: [
      ["j", "Next post"],
      ["k", "Previous post"],
      ["o or Enter", "Open the post in focus"],
      [".", "Show new posts, on Home"],
      ["Ctrl End", "Leave the list for what follows it"],
      ["Ctrl Home", "Leave the list for what comes before it"],
    ],
  },
  {
    title: "On a post",
    keys: [
      ["l", "Like"],
      ["c", "Comment"],
      ["r", "Reply to the comment in focus"],
      ["s", "Share"],
      ["b", "Bookmark"],
      ["x or Esc", "Close its comments"],
    ],
  },
] as const;

type Props = {
  /** Whether the page is one of moderation, which has keys of its own. */
  isModeration?: boolean;
  onClose: () => void;
};

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ isModeration = false, onClose }: Props) {
  const t = useTranslate();
  const id = useId();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("Keyboard shortcuts")} width="sm">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll the list */}
      <div className="flex flex-col gap-5" tabIndex={0}>
        {(isModeration ? [CASE_SHORTCUTS, ...SHORTCUTS] : SHORTCUTS).map(({ title, keys }, index) => (
          <section key={title} aria-labelledby={`${id}-${index}`}>
            <h3 id={`${id}-${index}`} className="mb-1 text-label">
              {t(title)}
            </h3>
            <dl className="flex flex-col">
              {keys.map(([key, action]) => (
                <div
                  key={key}
                  className="flex min-h-11 items-center justify-between gap-4 border-line border-b"
                >
                  <dt className="order-2 flex shrink-0 items-center gap-1.5 text-ink2 text-sm">
                    <Keys keys={key} />
                  </dt>
                  <dd>{t(action)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-4 text-ink2 text-sm">
        {t(
          "Single letters do nothing while you type: press Esc to leave a field. Turn them off in Settings, Preferences.",
        )}
      </p>
    </Dialog>
  );
}

function Keys({ keys }: { keys: string }) {
  const t = useTranslate();
  return keys.split(" ").map((key, index) => (
    <Fragment key={key}>
      {/* Read aloud as separate words. */}
      {index > 0 && " "}
      {key === "or" || key === "to" ? (
        t(key)
      ) : (
        <kbd className="grid h-8 min-w-8 place-items-center rounded-lg border border-line bg-sunken px-2 font-sans font-semibold text-ink text-label shadow-(--shadow-soft)">
          {key}
        </kbd>
      )}
    </Fragment>
  ));
}
