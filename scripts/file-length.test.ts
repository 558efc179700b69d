import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stateFileLength } from "./file-length.mjs";

describe("the length of a file", () => {
  const server = createServer((request, response) => {
    stateFileLength(response);
    response.setHeader("Vary", "rsc");
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

  test("is told to whoever loads it, also when only the headers are asked for", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await fetch(`${base}/file`, { method });
      expect(headers.get("content-length")).toBe("5");
      expect(headers.get("transfer-encoding")).toBeNull();
      expect(headers.get("x-file-length")).toBeNull();
      expect(headers.get("vary")).toBeNull();
    }
    expect(await (await fetch(`${base}/file`)).text()).toBe("01234");
  });

  test("leaves every other answer alone", async () => {
    const { headers } = await fetch(`${base}/page`);
    expect(headers.get("transfer-encoding")).toBe("chunked");
    expect(headers.get("vary")).toBe("rsc");
  });
});
