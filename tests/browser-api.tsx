import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { usersKeys } from "@/lib/profiles/client/cache";

/** A fake API for component tests: it records the calls and answers them. */

export type ApiCall = {
  method: string;
  /** With the prefix: `/api/auth/google`. */
  path: string;
  body: unknown;
  bearer: string | null;
};
export type ApiAnswer = { status: number; body?: unknown };

/** Answers a call. Throwing simulates a network error, a pending promise a slow network. */
export type ApiHandler = (call: ApiCall) => ApiAnswer | Promise<ApiAnswer>;

/** Replaces `fetch`. Returns the calls as they arrive, and `answer` to replace the handler. */
export function fakeApi(handler: ApiHandler): { calls: ApiCall[]; answer: (next: ApiHandler) => void } {
  const calls: ApiCall[] = [];
  let current = handler;
  window.fetch = jest.fn(async (url, init) => {
    const requestBody = init?.body;
    const headers = new Headers(init?.headers);
    const call = {
      method: init?.method ?? "GET",
      path: String(url),
      body: typeof requestBody === "string" ? JSON.parse(requestBody) : requestBody,
      bearer: headers.get("Authorization"),
    };
    calls.push(call);
    const { status, body } = await current(call);
    const response = {
      ok: status < 400,
      status,
      headers: new Headers(),
      json: async () => body,
      blob: async () => new Blob([JSON.stringify(body)]),
      clone: () => response,
    } as Response;
    return response;
  });
  return {
    calls,
    answer: (next) => {
      current = next;
    },
  };
}

/** What a list says of its pages where the first one shows all `total` of it. */
export const onePageOf = (total: number) => ({ total, currentPage: 1, totalPages: 1, nextCursor: null });

/** An error as the API answers it. */
export const errorAnswer = (status: number, error: string, message: string): ApiAnswer => ({
  status,
  body: { error, message },
});

/**
 * Renders a screen inside the providers that every screen has. Queries retry without a delay,
 * unless `client` says otherwise.
 */
export function show(
  screen: ReactNode,
  client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } }),
) {
  return render(screen, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
}

/** A client that knows the viewer, so that no screen asks who that is. */
export function clientOf(me: object): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(usersKeys.me(), me);
  return client;
}
