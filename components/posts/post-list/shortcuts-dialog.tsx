"use client";

import { Dialog } from "@/components/ui/dialog";

const SHORTCUTS = [
  ["j", "Next post"],
  ["k", "Previous post"],
  ["l", "Like the post in focus"],
  ["c", "Comment on the post in focus"],
  ["n", "New post"],
  ["/", "Search"],
  ["?", "This list"],
] as const;

/** Lists the keyboard shortcuts of a list of posts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts" width="sm">
      <dl className="flex flex-col">
        {SHORTCUTS.map(([key, action]) => (
          <div key={key} className="flex min-h-11 items-center justify-between gap-4 border-line border-b">
            <dt className="order-2">
              <kbd className="grid h-8 min-w-8 place-items-center rounded-lg border border-line bg-sunken px-2 font-sans font-semibold text-label shadow-(--shadow-soft)">
                {key}
              </kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-ink2 text-sm">
        They work in the feed, on tags and on lists of a person's posts, never while you type. Turn them off
        in Settings, Preferences.
      </p>
    </Dialog>
  );
}
