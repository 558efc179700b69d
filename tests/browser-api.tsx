import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";

/** The API as a component under test sees it: a list of calls, and what each is answered. */

export type ApiCall = {
  method: string;
  /** Below the site: `/api/auth/google`. */
  path: string;
  body: unknown;
  bearer: string | null;
};
export type ApiAnswer = { status: number; body?: unknown };

/**
 * Answers a call; throwing stands for a network that is away, a promise for one that takes its
 * time.
 */
export type ApiHandler = (call: ApiCall) => ApiAnswer | Promise<ApiAnswer>;

/**
 * Takes fetch's place until the test ends. Returns the calls as they come and a way to change the
 * answers.
 */
export function fakeApi(handler: ApiHandler): { calls: ApiCall[]; answer: (next: ApiHandler) => void } {
  const calls: ApiCall[] = [];
  let current = handler;
  window.fetch = jest.fn(async (url, init) => {
    const sent = init?.body;
    const headers = new Headers(init?.headers);
    const call = {
      method: init?.method ?? "GET",
      path: String(url),
      body: typeof sent === "string" ? JSON.parse(sent) : sent,
      bearer: headers.get("Authorization"),
    };
    calls.push(call);
    const { status, body } = await current(call);
    const response = {
      ok: status < 400,
      status,
      headers: new Headers(),
      json: async () => body,
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

/** A refusal as the API words it. */
export const errorAnswer = (status: number, error: string, message: string): ApiAnswer => ({
  status,
  body: { error, message },
});

/** Renders with what every screen has around it. */
export function show(screen: ReactNode) {
  return render(<QueryClientProvider client={new QueryClient()}>{screen}</QueryClientProvider>);
}
