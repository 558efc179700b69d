"use client";

import { Button } from "@/components/ui/button";
import { useTranslate } from "@/lib/language/translate";

type Props = {
  /** How many comments and replies of others have come since the list was loaded. */
  count: number;
  isPending: boolean;
  isError: boolean;
  onLoad: () => void;
};

/** Offers what was written since. It floats over the end of the list, so that nothing moves. */
export function NewComments({ count, isPending, isError, onLoad }: Props) {
  const t = useTranslate();
  return (
    <div
      role="status"
      className="pointer-events-none sticky bottom-20 z-10 flex h-0 items-end justify-center md:bottom-2"
    >
      {count > 0 && (
        <Button size="sm" className="pointer-events-auto" isPending={isPending} onClick={onLoad}>
          {isError
            ? t("New comments couldn't be loaded. Try Again")
            : t("{count, plural, one {# new comment} other {# new comments}}", { count })}
        </Button>
      )}
    </div>
  );
}
