import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useTranslate } from "@/lib/language/translate";

/** One setting: its title, a note, and its controls. */
export function SettingsRow({
  title,
  note,
  children,
}: {
  title: string;
  note: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 basis-full sm:flex-1 sm:basis-48">
        <p className="font-medium">{title}</p>
        <p className="break-words text-ink2 text-sm">{note}</p>
      </div>
      {children}
    </div>
  );
}

type Paged = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
>;

/** Below a list: loads the next page, or says that it failed. */
export function MoreRows({ query, failure }: { query: Paged; failure: string }) {
  const t = useTranslate();
  return (
    <>
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p role="alert" className="pt-3 text-danger text-label">
          {failure}
        </p>
      )}
      {query.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-3"
          isPending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchNextPageError ? t("Try Again") : t("Show more")}
        </Button>
      )}
    </>
  );
}
