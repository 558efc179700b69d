"use client";

import { CloudAlert } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Something could not be loaded: what failed, Try Again, and the id that finds it in the log. */
export function ErrorState({
  message,
  onRetry,
  retryLabel = "Try Again",
  retrying = false,
  requestId,
}: {
  message: string;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
  requestId?: string | null;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <CloudAlert aria-hidden className="size-6" />
      </span>
      <p className="w-full max-w-sm font-medium">{message}</p>
      {requestId && (
        <p className="text-ink2 text-sm">
          Reference: <code className="block select-all break-all">{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button variant="secondary" className="mt-3" loading={retrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
