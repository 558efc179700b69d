"use client";

import { Newspaper } from "lucide-react";
import { useEffect, useState } from "react";
import { LOST_PAGE, REFUSED, VIEWS } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { MissingPost } from "@/components/posts/missing-post";
import { FailureMessage } from "@/components/shell/failure-notice";
import { NotFoundScreen } from "@/components/shell/not-found-screen";
import { OfflineBanner } from "@/components/shell/offline-banner";
import { StatusScreen } from "@/components/status/status-screen";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

const nothing = () => {};
const LostPart = lazyComponent(() => Promise.reject(new Error("No connection")));
const PARTS = [
  { name: "App", ok: true, detail: "Answering" },
  { name: "Database", ok: false, detail: "PostgreSQL" },
];

export function States() {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return (
    <Section id="states" title="Empty, failed, loading, offline">
      <Specimen name="empty" bare>
        <Card>
          <EmptyState
            icon={Newspaper}
            title="Your campus is quiet so far"
            action={<Button>Create Post</Button>}
          >
            Share a photo or video, and everyone sees it here.
          </EmptyState>
        </Card>
      </Specimen>
      <Specimen name="failed" bare>
        <Card>
          <ErrorState error={REFUSED} onRetry={nothing} />
        </Card>
      </Specimen>
      <Specimen name="failed, trying again" bare>
        <Card>
          <ErrorState
            message="We can't reach the server. Check your connection."
            onRetry={nothing}
            retrying
          />
        </Card>
      </Specimen>
      <Specimen name="a part whose code could not be loaded">
        {/* What the server writes waits for its code instead: in the browser it can be lost. */}
        {isInBrowser && <LostPart />}
      </Specimen>
      <Specimen name="loading">
        <SkeletonGroup label="Loading" className="flex flex-col gap-3">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-24" />
        </SkeletonGroup>
      </Specimen>
      <Specimen name="offline; with something that waits; back, but with an old page" bare>
        <OfflineBanner online={false} waiting={0} madeAt={undefined} />
        <OfflineBanner online={false} waiting={2} madeAt={undefined} />
        <OfflineBanner online waiting={0} madeAt={undefined} />
      </Specimen>
      <Specimen name="a post that is gone" bare>
        <MissingPost />
      </Specimen>
      <Specimen name="the screen itself failed: the error's own message, and one that only the log has">
        <div className="flex flex-col items-center gap-12 py-4">
          <FailureMessage error={REFUSED} />
          <FailureMessage error={LOST_PAGE} />
        </div>
      </Specimen>
      <Specimen name="no such page">
        <NotFoundScreen />
      </Specimen>
      <Specimen name="status: a part that fails" bare>
        <StatusScreen parts={PARTS} views={undefined} version="1.0.0" />
      </Specimen>
      <Specimen name="status: all well, with page views" bare>
        <StatusScreen parts={PARTS.slice(0, 1)} views={VIEWS} version="1.0.0" />
      </Specimen>
    </Section>
  );
}
