import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadRoute, type Method, matchRoute } from "@/tests/api";

type Served = { address: string; close: () => void };

/**
 * Serves the API over real HTTP, for clients that run in a process of their own. `change` may
 * change each request before its route sees it.
 */
export async function serveApi(
  change: (request: Request) => Request = (request) => request,
): Promise<Served> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = new URL(incoming.url ?? "/", "http://localhost:3000");
    const request = change(
      new Request(url, {
        method: incoming.method ?? "GET",
        headers: incoming.headers as Record<string, string>,
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      }),
    );
    const { segments, params } = matchRoute(url.pathname.replace(/^\/api/, ""));
    const { [request.method as Method]: handler } = await loadRoute(segments);
    const response = await handler(request, { params: Promise.resolve(params) });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}/api`, close };
}
