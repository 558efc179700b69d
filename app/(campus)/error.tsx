"use client";

import { type Failure, FailureNotice } from "@/components/shell/failure-notice";

/** One screen failed. It shows inside the shell, so that the rest of the app stays within reach. */
export default function CampusErrorScreen({ error }: { error: Failure }) {
  return (
    <div className="grid min-h-[70dvh] place-items-center px-4">
      <FailureNotice error={error} />
    </div>
  );
}
