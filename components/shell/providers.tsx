"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Toaster } from "@/components/shell/toaster";
import { apiError } from "@/lib/api/client/api-client-error";

/**
 * How long an answer counts as fresh, in milliseconds: going back to a list shows it without asking
 * again.
 */
const FRESH_MS = 30_000;

/** What every screen shares: the cache of the API's answers, and the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Without a connection the service worker may have an answer, and if not, the person is
        // told and may try again.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && mayPass(error),
        // A list that re-orders itself when a person comes back to the tab loses their place.
        refetchOnWindowFocus: false,
      },
      // A write is repeated only by the person who asked for it.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * Whether trying again may help: the network failed (status 0) or the server did, not the request
 * itself.
 */
function mayPass(thrown: Error): boolean {
  const error = apiError(thrown);
  return error !== undefined && (error.isOffline || error.status >= 500);
}
