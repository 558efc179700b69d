"use client";

import { type ComponentType, useEffect, useState } from "react";
import { onWaitingToast } from "@/components/ui/toast";
import { whenIdle } from "@/lib/hooks/when-idle";

/**
 * Where toasts show. No page needs one to begin with: what draws them comes once the browser is at rest, so that it is
 * there when the connection goes, or with the first toast.
 */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    const load = () =>
      void import("@/components/shell/toaster").then(
        (module) => setToaster(() => module.Toaster),
        () => undefined, // No connection: the toasts wait, and the next one tries again.
      );
    const stopIdle = whenIdle(load);
    const stopWaiting = onWaitingToast(load);
    return () => {
      stopIdle();
      stopWaiting();
    };
  }, []);
  return Toaster ? <Toaster /> : null;
}
