"use client";

import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "@/lib/hooks/when-idle";

/** What a page says about its connection and its version. No page needs it to begin with: it comes once the browser is at rest. */
export function OfflineLayer() {
  const [Watch, setWatch] = useState<ComponentType>();
  useEffect(
    () =>
      whenIdle(() => {
        import("@/components/shell/offline-watch").then(
          (module) => setWatch(() => module.OfflineWatch),
          () => undefined, // The connection went before this came, and before there was a worker to keep anything.
        );
      }),
    [],
  );
  return (
    // What appears in it is read out; it is there before, and takes no room.
    <div
      role="status"
      className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 flex flex-col md:top-0 print:hidden"
    >
      {Watch && <Watch />}
    </div>
  );
}
