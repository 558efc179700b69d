"use client";

import { type Failure, FailureNotice } from "@/components/shell/failure-notice";
import { FullPage } from "@/components/shell/full-page";

export default function ErrorScreen({ error }: { error: Failure }) {
  return (
    <FullPage>
      <FailureNotice error={error} />
    </FullPage>
  );
}
