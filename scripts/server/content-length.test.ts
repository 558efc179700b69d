import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { restoreContentLength } from "./content-length.mjs";

/** More than the network buffers for a client that does not read. */
const VIDEO = Buffer.alloc(64 * 1024 ** 2);
const ended = new EventEmitter();

describe("the length of a file", () => {
  const server = createServer((request, response) => {
    restoreContentLength(response, 2_000);
    response.setHeader("Vary", "rsc");
    response.once("close", () => ended.emit(request.url ?? ""));
    if (request.url === "/video") {
      response.setHeader("X-File-Length", String(VIDEO.length));
      response.end(VIDEO);
      return;
    }
    if (request.url === "/file") response.setHeader("X-File-Length", "5");
    response.write("01");
    response.end("234");
  });
  let base = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("is sent with the file, and when only the headers are requested", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await fetch(`${base}/file`, { method });
      expect(headers.get("content-length")).toBe("5");
      expect(headers.get("transfer-encoding")).toBeNull();
      expect(headers.get("x-file-length")).toBeNull();
      expect(headers.get("vary")).toBeNull();
    }
    expect(await (await fetch(`${base}/file`)).text()).toBe("01234");
  });

  test("is not sent forever to a client that reads nothing", async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.pause().write("GET /video HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(ended, "/video");
    let bytes = 0;
    socket.resume().on("data", (chunk) => {
      bytes += chunk.length;
    });
    await once(socket, "close");
    expect(bytes).toBeLessThan(VIDEO.length);
  });

  test("is sent in full to a slow client", async () => {
    const { body } = await fetch(`${base}/video`);
    let [bytes, pauses] = [0, 3];
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      // Each pause is shorter than the timeout; together they are longer.
      if (pauses-- > 0) await new Promise((resolve) => setTimeout(resolve, 900));
    }
    expect(bytes).toBe(VIDEO.length);
  });

  test("leaves other responses alone", async () => {
    const { headers } = await fetch(`${base}/page`);
    expect(headers.get("transfer-encoding")).toBe("chunked");
    expect(headers.get("vary")).toBe("rsc");
  });
});
