"use client";

import { Newspaper } from "lucide-react";
import { useEffect, useState } from "react";
import { RENDER_ERROR, SERVER_ERROR } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { FailureMessage } from "@/components/shell/failure-notice";
import { NotFoundScreen } from "@/components/shell/not-found-screen";
import { OfflineBanner } from "@/components/shell/offline-banner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

const noop = () => {};
const FailingComponent = lazyComponent(() => Promise.reject(new Error("No connection")));

export function States() {
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
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
      <Specimen name="error" bare>
        <Card>
          <ErrorState error={SERVER_ERROR} onRetry={noop} />
        </Card>
      </Specimen>
      <Specimen name="error, retrying" bare>
        <Card>
          <ErrorState message="We can't reach the server. Check your connection." onRetry={noop} isPending />
        </Card>
      </Specimen>
      <Specimen name="a component whose code could not be loaded">
        {/* In the browser only: on the server, rendering would wait for the code. */}
        {isInBrowser && <FailingComponent />}
      </Specimen>
      <Specimen name="loading">
        <SkeletonGroup label="Loading" className="flex flex-col gap-3">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-24" />
        </SkeletonGroup>
      </Specimen>
      <Specimen name="offline; with queued actions; online, but with a cached page" bare>
        <OfflineBanner online={false} waiting={0} madeAt={undefined} />
        <OfflineBanner online={false} waiting={2} madeAt={undefined} />
        <OfflineBanner online waiting={0} madeAt={undefined} />
      </Specimen>
      <Specimen name="error screen: with the error's message, and with the default one">
        <div className="flex flex-col items-center gap-12 py-4">
          <FailureMessage error={SERVER_ERROR} />
          <FailureMessage error={RENDER_ERROR} />
        </div>
      </Specimen>
      <Specimen name="page not found">
        <NotFoundScreen />
      </Specimen>
    </Section>
  );
}
