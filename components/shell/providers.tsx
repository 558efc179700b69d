"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { apiError } from "@/lib/api/client/api-client-error";

// Optional: it renders nothing yet. A toast that comes before waits for it.
const Toaster = lazyComponent(() => import("@/components/shell/toaster").then((module) => module.Toaster), {
  optional: true,
});

/** Returning to a list within this time shows it without a request. */
const STALE_TIME_MS = 30_000;

/** What all screens share: the query cache and the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      {isMounted && <Toaster />}
    </QueryClientProvider>
  );
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        // Offline, the service worker may have a cached answer. If it has none, the query fails and
        // the screen offers to try again.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && isTransient(error),
        // A list that changes when its tab gets the focus would lose the reader's place.
        refetchOnWindowFocus: false,
      },
      // Only people repeat a write.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** Whether a retry may help: the network or the server failed, not the request itself. */
function isTransient(cause: Error): boolean {
  const error = apiError(cause);
  return error !== undefined && (error.isOffline || error.status >= 500);
}
