"use client";

import { useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";

const OfflineWatch = lazyComponent(
  () => import("@/components/shell/offline-watch").then((module) => module.OfflineWatch),
  { optional: true },
);

/** What a page says about its connection and its version, once it is alive. */
export function OfflineLayer() {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    // What appears in it is read out; it is there before, and takes no room.
    <div
      role="status"
      className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 flex flex-col md:top-0 print:hidden"
    >
      {isMounted && <OfflineWatch />}
    </div>
  );
}
