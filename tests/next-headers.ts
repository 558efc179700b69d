import { AsyncLocalStorage } from "node:async_hooks";
import { NextRequest } from "next/server";

/** Replaces `next/headers`, which knows the request only inside Next. */

const requests = new AsyncLocalStorage<NextRequest>();

/** Runs `act` with this request as the current one, as Next does for a route or page. */
export function withRequest<T>({ url, headers }: { url: string; headers: Headers }, act: () => T): T {
  return requests.run(new NextRequest(url, { headers }), act);
}

function current(): NextRequest {
  const request = requests.getStore();
  if (!request) throw new Error("There is no current request. Use withRequest.");
  return request;
}

export const headers = async () => current().headers;
export const cookies = async () => current().cookies;
