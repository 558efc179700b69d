"use client";

import { Newspaper } from "lucide-react";
import { VIEWS } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { MissingPost } from "@/components/posts/missing-post";
import { NothingHere } from "@/components/shell/nothing-here";
import { OfflineBanner } from "@/components/shell/offline-banner";
import { StatusScreen } from "@/components/status/status-screen";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

const nothing = () => {};
const PARTS = [
  { name: "App", ok: true, detail: "Answering" },
  { name: "Database", ok: false, detail: "PostgreSQL" },
];

export function States() {
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
          <ErrorState
            message="Something went wrong. Please try again."
            onRetry={nothing}
            requestId="5f1c7a0e-2b4d-4f7e-9a51-0c6f5d2e8b13"
          />
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
      <Specimen name="no such page">
        <NothingHere />
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
