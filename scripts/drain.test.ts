import http from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { drainAfter } from "./drain.mjs";

test("a request after one that was refused early is answered on the same connection", async () => {
  const server = http.createServer(async (request, response) => {
    drainAfter(request, response);
    // As Next.js reads a body, and stops after its beginning.
    const reader = Readable.toWeb(request).getReader();
    await reader.read();
    reader.releaseLock();
    response.end(`${request.socket.remotePort}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const send = () =>
    new Promise<string>((resolve, reject) => {
      const request = http.request(
        { host: "127.0.0.1", port, method: "POST", agent, timeout: 3_000 },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part: string) => {
            text += part;
          });
          answer.on("end", () => resolve(text));
        },
      );
      request.on("timeout", () => request.destroy(new Error("No answer in 3 s.")));
      request.on("error", reject).end(Buffer.alloc(2_000_000));
    });
  try {
    const first = await send();
    expect(await send()).toBe(first);
  } finally {
    agent.destroy();
    server.close();
  }
});
