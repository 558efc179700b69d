"use client";

import { CloudAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ErrorReference } from "@/components/ui/error-reference";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";

/** Shown when loading failed: the message, a reference, and Try Again. */
export function ErrorState({
  error,
  message = messageOf(error),
  onRetry,
  isPending = false,
}: {
  error?: unknown;
  /** Replaces the error's own message. */
  message?: string;
  onRetry?: () => void;
  isPending?: boolean;
}) {
  const t = useTranslate();
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <CloudAlert aria-hidden className="size-6" />
      </span>
      <p className="w-full max-w-sm text-balance font-medium">{message}</p>
      <ErrorReference error={error} />
      {onRetry && (
        <Button variant="secondary" className="mt-3" isPending={isPending} onClick={onRetry}>
          {t("Try Again")}
        </Button>
      )}
    </div>
  );
}

type Failed = { error: unknown; isFetching: boolean; refetch: () => unknown };

/** What a query shows that has failed and has no data. */
export function QueryError({ query: { error, isFetching, refetch } }: { query: Failed }) {
  return <ErrorState error={error} onRetry={() => void refetch()} isPending={isFetching} />;
}
