import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { closeWhenSlow, drainAfter } from "./drain.mjs";

test("a request after one that was rejected early is answered on the same connection", async () => {
  const server = http.createServer(async (request, response) => {
    drainAfter(request, response);
    // As Next.js reads a body: it stops after the beginning.
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

describe("a body that arrives too slowly", () => {
  /**
   * Whether the server closes the connection within 12 s of a request whose body never arrives in
   * full.
   */
  async function isClosed(
    type: string,
    kind: Parameters<typeof closeWhenSlow>[1],
    body: string,
    method = "POST",
  ): Promise<boolean> {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const server = http.createServer((request, response) => {
      closeWhenSlow(request, kind);
      request.resume();
      response.end("Thank you.");
      arrive();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const closed = new Promise<boolean>((resolve) => socket.once("close", () => resolve(true)));
    try {
      socket.resume();
      socket.on("error", () => socket.destroy());
      const head = `Host: x\r\nContent-Type: ${type}\r\nContent-Length: 9`;
      socket.write(`${method} / HTTP/1.1\r\n${head}\r\n\r\n${body}`);
      await arrived;
      // The rest of the body is read.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      jest.advanceTimersByTime(12_000);
      jest.useRealTimers();
      return await Promise.race([closed, new Promise<boolean>((resolve) => setTimeout(resolve, 300, false))]);
    } finally {
      jest.useRealTimers();
      socket.destroy();
      server.close();
      server.closeAllConnections();
    }
  }

  const FORM = "multipart/form-data; boundary=x";

  test("closes the connection, even after the response was sent", async () => {
    expect(await isClosed("application/json", "api", "{")).toBe(true);
    expect(await isClosed(FORM, "page", "--x")).toBe(true);
    expect(await isClosed("image/jpeg", "media", "x")).toBe(true);
  });

  test("may take longer when it contains files, and a complete one leaves the connection open", async () => {
    expect(await isClosed(FORM, "api", "--x")).toBe(false);
    expect(await isClosed(FORM, "media", "--x")).toBe(false);
    expect(await isClosed("application/json", "api", '{"a":"b"}')).toBe(false);
  });
});
