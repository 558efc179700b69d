import { type NextFetchEvent, NextRequest } from "next/server";
import { resetEnvForTests } from "@/lib/platform/env";
import { authOptions } from "@/lib/sessions/server/auth-options";
import { writeCookie } from "@/lib/sessions/server/cookie";
import { config, middleware } from "@/middleware";
import { resetLimit, setLimit } from "@/tests/limits";
import { cookiePair } from "@/tests/session-cookie";

const COOKIE = authOptions.cookies.sessionToken.name;

const session = (profileComplete: boolean) => writeCookie({ userId: "u1", sessionId: "s1", profileComplete });

function open(path: string, headers: Record<string, string> = {}) {
  const request = new NextRequest(new URL(path, "http://localhost:3000"), { headers });
  return middleware(request, {} as NextFetchEvent);
}

async function visit(path: string, cookie?: Promise<string> | string) {
  return open(path, cookie ? { Cookie: cookiePair(await cookie) } : {});
}

const targetOf = async (path: string, cookie?: Promise<string> | string) =>
  (await visit(path, cookie)).headers.get("Location");

describe("a visitor", () => {
  test("who is not signed in logs in and comes back", async () => {
    expect(await targetOf("/mainfeed")).toBe("http://localhost:3000/login-page?next=%2Fmainfeed");
    expect(await targetOf("/login-page")).toBeNull();
  });

  test("with a cookie that is forged or of another secret is not signed in", async () => {
    for (const cookie of [`${COOKIE}=forged`, `${COOKIE}=`, "session=1"]) {
      expect(await targetOf("/mainfeed", cookie)).toContain("/login-page");
    }
  });

  test("whose profile is not complete completes it", async () => {
    expect(await targetOf("/mainfeed", session(false))).toBe("http://localhost:3000/enter-name-page");
    expect(await targetOf("/enter-name-page", session(false))).toBeNull();
  });

  test("who is a member reads the feed and needs no login", async () => {
    expect(await targetOf("/mainfeed", session(true))).toBeNull();
    expect(await targetOf("/login-page", session(true))).toBe("http://localhost:3000/mainfeed");
    expect(await targetOf("/login-page?next=/.//evil.example", session(true))).toBe(
      "http://localhost:3000/mainfeed",
    );
  });
});

describe("the outbox", () => {
  const look = (headers: Record<string, string>) => open("/dev/outbox", headers);
  afterEach(() => {
    delete process.env.OUTBOX_PASSWORD;
    resetEnvForTests();
  });

  test("opens to this machine alone", async () => {
    expect((await look({ host: "localhost:3000" })).status).toBe(200);
    expect((await look({ host: "evil.example:3000" })).status).toBe(403);
  });

  test("has the browser ask for its password", async () => {
    process.env.OUTBOX_PASSWORD = "sesame";
    resetEnvForTests();
    const closed = await look({ host: "192.168.1.20:3000" });
    expect(closed.status).toBe(401);
    expect(closed.headers.get("WWW-Authenticate")).toBe('Basic realm="Outbox", charset="UTF-8"');
    const authorization = `Basic ${Buffer.from("any:sesame").toString("base64")}`;
    expect((await look({ host: "192.168.1.20:3000", authorization })).status).toBe(200);
  });
});

describe("somebody who opens page after page", () => {
  const from = (ip: string, cookie?: string) =>
    open("/login-page", { "X-Client-Address": ip, ...(cookie ? { Cookie: cookie } : {}) });

  test("waits, and so do those without a session behind the same address, but nobody else", async () => {
    setLimit("page_network", 2, 60);
    const cookie = cookiePair(await session(true));
    try {
      await from("2001:db8:0:1::1");
      await from("2001:db8:0:1::2");
      const refused = await from("[2001:db8:0:1:ffff::3]:443");
      expect(refused.status).toBe(429);
      expect(refused.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
      expect(refused.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(await refused.text()).toMatch(/^Very many pages are being opened from your network\./);
      expect((await from("2001:db8:0:1::1", cookie)).status).toBe(307);
      expect((await from("2001:db8:0:2::1")).status).toBe(200);
    } finally {
      resetLimit("page_network");
    }
  });
});

describe("a browser that has logged out", () => {
  test("is nobody's, also while the server has not heard of it", async () => {
    const Cookie = `${cookiePair(await session(true))}; signedOut=1`;
    expect((await open("/mainfeed", { Cookie })).headers.get("Location")).toContain("/login-page");
    const login = await open("/login-page", { Cookie });
    expect(login.headers.get("Location")).toBeNull();
    expect(login.headers.get("X-Viewer")).toBe("nobody");
  });
});

describe("a page", () => {
  test("gets a nonce of its own, which its policy names", async () => {
    const [first, second] = [await visit("/"), await visit("/")];
    const policies = [first, second].map((response) => response.headers.get("Content-Security-Policy") ?? "");
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1] ?? "");
    expect(new Set(nonces).size).toBe(2);
    for (const nonce of nonces) expect(Buffer.from(nonce, "base64")).toHaveLength(16);
    // What Next passes on to the page.
    expect(first.headers.get("x-middleware-request-x-nonce")).toBe(nonces[0]);
    expect(first.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("says whose it is, for the worker that keeps pages", async () => {
    expect((await visit("/mainfeed", session(true))).headers.get("X-Viewer")).toBe("u1");
    expect((await visit("/login-page")).headers.get("X-Viewer")).toBe("nobody");
    expect((await visit("/", `${COOKIE}=forged`)).headers.get("X-Viewer")).toBe("nobody");
  });

  test.each(["/_nextish", "/favicon.icons"])("at %s has its policy too, and is nobody's", async (path) => {
    const response = await visit(path, session(true));
    expect(response.headers.get("Content-Security-Policy")).toContain("'nonce-");
    expect(response.headers.get("X-Viewer")).toBeNull();
  });

  test.each(["garbage", "%", `${COOKIE}%ff=x; ${COOKIE}=y`, "next-auth.callback-url=:"])(
    "opens with the cookies %s",
    async (Cookie) => {
      expect((await open("/login-page", { Cookie, Authorization: "Bearer %" })).status).toBe(200);
    },
  );

  const runs = (path: string) => new RegExp(`^${config.matcher[0]?.source}$`).test(path);

  test.each([
    "/",
    "/mainfeed",
    "/post/1",
    "/apis",
    "/post/1.jpg",
    "/tag/a.js",
    "/profile/x.png",
    "/media",
    "/_nextish",
    "/robots.txt",
    "/nothing.js",
    "/nothing.png",
    "/icons/nothing.png",
    "/media/nothing",
  ])("at %s is looked after", (path) => {
    expect(runs(path)).toBe(true);
  });

  test.each([
    "/api",
    "/api/posts",
    "/media/image/upload/x.jpg",
    "/share",
    "/_next/static/a.js",
    "/favicon.ico",
    "/icons/icon-192.png",
    "/sw.js",
    "/icon.svg",
    "/apple-icon.png",
    "/manifest.webmanifest",
  ])("is not what %s is", (path) => {
    expect(runs(path)).toBe(false);
  });
});
