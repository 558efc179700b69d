"use client";

import { type Failure, FailureNotice } from "@/components/shell/failure-notice";

/** Inside the shell: one screen failed, the rest of the app is still within reach. */
export default function CampusErrorScreen({ error }: { error: Failure }) {
  return (
    <div className="grid min-h-[70dvh] place-items-center px-4">
      <FailureNotice error={error} />
    </div>
  );
}
