"use client";

import { Sparkles } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { activateUpdate } from "@/lib/offline/client/worker";

/** Offers a new version, which otherwise activates once all tabs of the app are closed. */
export function UpdateNotice({ worker, onLater }: { worker: ServiceWorker; onLater: () => void }) {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = () => {
    setIsRefreshing(true);
    activateUpdate(worker);
  };
  return (
    <div className="m-2 flex animate-fade-in flex-wrap items-center gap-x-2.5 gap-y-1 rounded-field bg-soft py-1.5 pr-1.5 pl-4 text-brand text-label shadow-float md:mx-0 md:mt-4">
      <Sparkles aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-40 py-1.5 font-medium">A new version is ready.</p>
      <Button variant="ghost" size="sm" onClick={onLater} disabled={isRefreshing}>
        Later
      </Button>
      <Button size="sm" onClick={refresh} loading={isRefreshing}>
        Refresh
      </Button>
    </div>
  );
}
