import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
// Tests alone may import from inside of Next.js: it exports its own check nowhere else.
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { createServer, isRouterState } from "./before-next.mjs";

type Handle = Parameters<typeof createServer>[1];
type Options = Parameters<typeof createServer>[0];

/** The server with a stand-in for Next.js. */
async function start(handle: Handle, options: Partial<Options> = {}) {
  const server = createServer({ proxies: 0, ...options }, handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, stop };
}

/** Answers what it was asked. */
const echo: Handle = (request, response, isPage) =>
  void response.end(JSON.stringify({ url: request.url, headers: request.headers, isPage }));

let server: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  server = await start(echo);
});
afterAll(() => server.stop());

type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string };

function ask(path: string, options: http.RequestOptions = {}, port = server.port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, agent: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      const { statusCode: status = 0, headers } = response;
      response.on("end", () => resolve({ status, headers, text }));
    });
    request.on("error", reject).end();
  });
}

/** What a page or call sees of a request. */
const seen = async (...args: Parameters<typeof ask>) => JSON.parse((await ask(...args)).text);

describe("an address", () => {
  test.each([
    ["an invalid escape", "/api/posts/%zz"],
    ["bytes that are not text", "/api/posts/%ff"],
    ["a NUL", "/api/posts/a%00"],
    ["a way up", "/api/%2e%2e/secret"],
    ["a way up in other letters", "/api/posts/.%2E/secret?q=1"],
    ["a way up at the end", "/api/posts/%2e%2e"],
  ])("of the API with %s is rejected in JSON", async (_, path) => {
    const { status, text } = await ask(path);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({ error: "bad_request", message: "This address is not readable." });
  });

  test.each(["/tag/%E0%A4%A?q=1", "/%2e%2e/mainfeed", "/a%00b"])(
    "of a page, %s, is one that Next.js does not find",
    async (path) => {
      expect(await seen(path)).toMatchObject({ url: "/not-found", isPage: true });
    },
  );

  test.each(["/", "/api/posts?q=%zz", "/api/posts/..%2F..%2Fetc", "/profile/a..b", "/_next/static/x.y.js"])(
    "such as %s reaches Next.js as it is",
    async (url) => {
      expect(await seen(url)).toMatchObject({ url });
    },
  );
});

describe("a method", () => {
  test.each([
    ["TRACE", "/api/posts"],
    ["PROPFIND", "/api/posts"],
    ["POST", "/sw.js"],
    ["POST", "/_next/static/x.y.js?v=1"],
    ["PUT", "/share"],
    ...["/", "/mainfeed", "/profile/a?next=b.c", "/_next/data", "/media", "/shared"].flatMap((path) =>
      ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method): [string, string] => [method, path]),
    ),
  ])("%s of %s is rejected in JSON", async (method, path) => {
    const { status, headers, text } = await ask(path, { method });
    expect(status).toBe(405);
    expect(headers.allow).toContain("GET, HEAD");
    expect(JSON.parse(text)).toMatchObject({ error: "method_not_allowed" });
  });

  test.each(["/api/media/a.jpg", "/media/image/upload", "/share"])(
    "POST of %s reaches Next.js",
    async (url) => {
      expect(await seen(url, { method: "POST" })).toMatchObject({ url, isPage: false });
    },
  );
});

test("a request without a host, and bytes that are none, are rejected in JSON", async () => {
  const answerTo = async (bytes: string) => {
    const socket = connect(server.port, "127.0.0.1").setEncoding("utf8");
    socket.write(bytes);
    let text = "";
    for await (const part of socket) text += part;
    return [text.split("\r\n", 1)[0], JSON.parse(/\{.*\}/.exec(text)?.[0] ?? "").error];
  };
  const line = "GET /api/posts HTTP/1.1\r\n";
  expect(await answerTo(`${line}Connection: close\r\n\r\n`)).toEqual([
    "HTTP/1.1 400 Bad Request",
    "bad_request",
  ]);
  expect(await answerTo("hello\r\n\r\n")).toEqual(["HTTP/1.1 400 Bad Request", "bad_request"]);
  expect(await answerTo(`${line}Host: x\r\nCookie: ${"x".repeat(20_000)}\r\n\r\n`)).toEqual([
    "HTTP/1.1 431 Request Header Fields Too Large",
    "bad_request",
  ]);
  expect(await answerTo(`${line}Host: x\r\nConnection: close\r\nExpect: tea\r\n\r\n`)).toEqual([
    "HTTP/1.1 417 Expectation Failed",
    "bad_request",
  ]);
});

test("a rejected request is logged like any other, and a forgotten proxy once", async () => {
  // The log goes to the process's own output, so the server runs in another process.
  const program = `
    const { createServer } = await import("./scripts/server/before-next.mjs");
    const server = createServer({ proxies: 0 }, (_request, response) => response.end());
    server.listen(0, "127.0.0.1", async () => {
      const address = "http://127.0.0.1:" + server.address().port;
      const { headers } = await fetch(address + "/mainfeed?q=secret", { method: "DELETE" });
      for (const path of ["/api/1", "/api/2"])
        await fetch(address + path, { headers: { "X-Forwarded-For": "1.2.3.4" } });
      console.log(headers.get("x-request-id"));
      server.close();
      server.closeAllConnections();
    });`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, LOG_LEVEL: "info" },
  });
  const lines = (await run).stdout.trim().split("\n");
  const requestId = lines.find((line) => !line.startsWith("{"));
  const [{ time, ...logged }, warning, ...others] = lines
    .filter((line) => line !== requestId)
    .map((line) => JSON.parse(line));
  expect(warning).toMatchObject({ level: "warn", msg: expect.stringContaining("Set TRUST_PROXY") });
  expect(others).toEqual([]);
  expect(logged).toEqual({
    level: "info",
    requestId,
    method: "DELETE",
    path: "/mainfeed",
    status: 405,
    msg: "request",
  });
  expect(new Date(time).getTime()).not.toBeNaN();
});

describe("the address a limit counts", () => {
  test.each<[string, number, string | undefined, string]>([
    ["is the peer's, whatever the client claims, while no proxy is trusted", 0, "1.2.3.4", "127.0.0.1"],
    ["is what the one trusted proxy added, not what the client wrote", 1, "6.6.6.6, 1.2.3.4", "1.2.3.4"],
    ["is one entry further left behind two proxies", 2, "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"],
    ["falls back to the peer when the header is missing", 1, undefined, "127.0.0.1"],
    ["falls back to the peer when the header is too short", 2, "1.2.3.4", "127.0.0.1"],
  ])("%s", async (_, proxies, forwarded, address) => {
    const behind = await start(echo, { proxies });
    const headers = { ...(forwarded && { "X-Forwarded-For": forwarded }), "X-Client-Address": "6.6.6.6" };
    const { headers: arrived } = await seen("/api/posts", { headers }, behind.port);
    expect(arrived["x-client-address"]).toBe(address);
    behind.stop();
  });
});

const headerOf = (state: unknown) => encodeURIComponent(JSON.stringify(state));
const POST = ["post", { children: [["postId", "1", "d", null], { children: ["__PAGE__", {}] }] }];
const STATES = [
  ["", {}],
  ["", { children: POST }],
  ["", { modal: ["", {}], children: ["", {}, null, "metadata-only"] }],
  ["", { modal: [["postId", "1", "di(...)", ["a"]], {}, ["/a", "?b"], "refetch", 4, "x"] }, null, null, 0],
];

describe("the headers of Next.js's browser code", () => {
  const headers = { rsc: "1", "next-url": "/", "next-router-state-tree": headerOf(STATES[1]) };

  test("reach pages", async () => {
    expect((await seen("/mainfeed", { headers })).headers).toMatchObject(headers);
  });

  test("are removed for the API, media and files", async () => {
    for (const path of ["/api/posts", "/media/image/upload", "/sw.js", "/share"]) {
      const arrived = await seen(path, { headers: { ...headers, "next-action": "1", accept: "*/*" } });
      expect(Object.keys(arrived.headers).sort()).toEqual([
        "accept",
        "connection",
        "host",
        "x-client-address",
      ]);
    }
  });

  test("lose a malformed state alone", async () => {
    const arrived = await seen("/mainfeed", { headers: { ...headers, "next-router-state-tree": "%7B" } });
    expect(arrived.headers).toMatchObject({ rsc: "1", "next-url": "/" });
    expect(arrived.headers).not.toHaveProperty("next-router-state-tree");
  });

  /** Whether Next.js can read a state. */
  const isReadByNext = (header: string) => {
    try {
      parseAndValidateFlightRouterState(header);
      return true;
    } catch {
      return false;
    }
  };

  test.each(STATES.map(headerOf))("keep a state that Next.js sends: %s", (header) => {
    expect([isRouterState(header), isReadByNext(header)]).toEqual([true, true]);
  });

  test.each(["", "%", "%zz", "{", "undefined", "null", "[]", `${headerOf(["", {}])}x`])(
    "lose a state that is no JSON of one: %j",
    (header) => {
      expect([isRouterState(header), isReadByNext(header)]).toEqual([false, false]);
    },
  );

  test("keep no state that Next.js would answer with 500", () => {
    const values = [
      null,
      0,
      1.5,
      true,
      "",
      "d",
      "refetch",
      [],
      {},
      ["", ""],
      ["a", "b", "z", null],
      ["", {}],
    ];
    const copy = (state: unknown) => JSON.parse(JSON.stringify(state));
    /** The state with each of its values replaced by `value`, or with it added. */
    function* changed(state: unknown, value: unknown): Generator {
      yield value;
      if (typeof state !== "object" || state === null) return;
      for (const key of [...Object.keys(state), Array.isArray(state) ? state.length : "more"]) {
        for (const inner of changed(copy(state)[key], value)) {
          const whole = copy(state);
          whole[key] = inner;
          yield whole;
        }
      }
    }
    const headers = STATES.flatMap((state) =>
      values.flatMap((value) => Array.from(changed(state, value), headerOf)),
    );
    const kept = headers.filter(isRouterState);
    expect(kept.filter((header) => !isReadByNext(header))).toEqual([]);
    // Nor is one lost that Next.js could use, but for an array in the place of an object.
    const lost = headers.filter((header) => !isRouterState(header) && isReadByNext(header));
    expect(lost.map(decodeURIComponent).filter((state) => !/,\[\]/.test(state))).toEqual([]);
    expect(kept.length).toBeGreaterThan(50);
  });

  test("lose a state that would cost Next.js seconds", () => {
    const deep = (depth: number) => `${'["",{"a":'.repeat(depth)}["",{}]${"}]".repeat(depth)}`;
    expect(isRouterState(deep(20))).toBe(true);
    expect(isRouterState(deep(1_000))).toBe(false);
  });
});

test("a request after one that was answered early is answered on the same connection", async () => {
  const { port, stop } = await start(async (request, response) => {
    // As Next.js reads a body: it stops after the beginning.
    const reader = Readable.toWeb(request).getReader();
    await reader.read();
    reader.releaseLock();
    response.end(`${request.socket.remotePort}`);
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const send = () =>
    new Promise<string>((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path: "/api/posts", method: "POST", agent, timeout: 3_000 };
      const request = http.request(options, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.on("end", () => resolve(text));
      });
      request.on("timeout", () => request.destroy(new Error("No answer in 3 s.")));
      request.on("error", reject).end(Buffer.alloc(2_000_000));
    });
  const first = await send();
  expect(await send()).toBe(first);
  agent.destroy();
  stop();
});

describe("a body that arrives too slowly", () => {
  const FORM = "multipart/form-data; boundary=x";

  test.each([
    ["JSON for the API", "/api/posts", "application/json", "{", true],
    ["a form for a page", "/mainfeed", FORM, "--x", true],
    ["a share", "/share", FORM, "--x", true],
    ["a picture without a form", "/media/image/upload", "image/jpeg", "x", true],
    ["a form with files for the API", "/api/posts", FORM, "--x", false],
    ["a form with files for the media host", "/media/image/upload", FORM, "--x", false],
    ["a body that is complete", "/api/posts", "application/json", '{"a":"b"}', false],
  ])("%s", async (_, path, type, body, isClosed) => {
    const { port, stop } = await start(echo, { bodyMs: 200 });
    const socket = connect(port, "127.0.0.1");
    const closed = once(socket, "close").then(() => true);
    socket.resume().on("error", () => socket.destroy());
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 9\r\n\r\n${body}`,
    );
    // The answer was sent long before.
    expect(await Promise.race([closed, delay(isClosed ? 5_000 : 600, false)])).toBe(isClosed);
    socket.destroy();
    stop();
  });
});

describe("the length of a file", () => {
  /** More than the network buffers for a client that does not read. */
  const VIDEO = Buffer.alloc(64 * 1024 ** 2);
  const ended = new EventEmitter();
  let files: Awaited<ReturnType<typeof start>>;
  let base = "";
  beforeAll(async () => {
    files = await start(
      ({ url = "" }, response) => {
        response.setHeader("Vary", "rsc");
        response.once("close", () => ended.emit(url));
        if (url === "/video") {
          response.setHeader("X-File-Length", String(VIDEO.length));
          response.end(VIDEO);
          return;
        }
        if (url === "/file") response.setHeader("X-File-Length", "5");
        response.write("01");
        response.end("234");
      },
      { idleMs: 2_000 },
    );
    base = `http://127.0.0.1:${files.port}`;
  });
  afterAll(() => files.stop());

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
    const socket = connect(files.port, "127.0.0.1");
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
      if (pauses-- > 0) await delay(900);
    }
    expect(bytes).toBe(VIDEO.length);
  });

  test("leaves other responses alone", async () => {
    const { headers } = await fetch(`${base}/page`);
    expect(headers.get("transfer-encoding")).toBe("chunked");
    expect(headers.get("vary")).toBe("rsc");
  });
});
