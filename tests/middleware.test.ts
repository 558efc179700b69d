import { type NextFetchEvent, NextRequest } from "next/server";
import { ANONYMOUS_VIEWER } from "@/lib/offline/cache-names";
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

const redirectOf = async (path: string, cookie?: Promise<string> | string) =>
  (await visit(path, cookie)).headers.get("Location");

describe("a visitor", () => {
  test("who is not signed in is sent to the login page and back", async () => {
    expect(await redirectOf("/mainfeed")).toBe("http://localhost:3000/login-page?next=%2Fmainfeed");
    expect(await redirectOf("/login-page")).toBeNull();
  });

  test("with an invalid cookie is not signed in", async () => {
    for (const cookie of [`${COOKIE}=forged`, `${COOKIE}=`, "session=1"]) {
      expect(await redirectOf("/mainfeed", cookie)).toContain("/login-page");
    }
  });

  test("with an incomplete profile is sent to complete it", async () => {
    expect(await redirectOf("/mainfeed", session(false))).toBe("http://localhost:3000/enter-name-page");
    expect(await redirectOf("/enter-name-page", session(false))).toBeNull();
  });

  test("who is a member sees the feed and is sent away from the login page", async () => {
    expect(await redirectOf("/mainfeed", session(true))).toBeNull();
    expect(await redirectOf("/login-page", session(true))).toBe("http://localhost:3000/mainfeed");
    expect(await redirectOf("/login-page?next=/.//evil.example", session(true))).toBe(
      "http://localhost:3000/mainfeed",
    );
  });

  test.each([
    ["/mainfeed", undefined],
    ["/mainfeed", false],
    ["/login-page", true],
    ["/enter-student-id", undefined],
  ])("is led from %s by an answer that no browser stores", async (path, isComplete) => {
    const answer = await visit(path, isComplete === undefined ? undefined : session(isComplete));
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([307, "private, no-store"]);
  });
});

describe("the outbox", () => {
  const openOutbox = (headers: Record<string, string>) => open("/dev/outbox", headers);
  afterEach(() => {
    delete process.env.OUTBOX_PASSWORD;
    resetEnvForTests();
  });

  test("opens only to this machine", async () => {
    expect((await openOutbox({ host: "localhost:3000" })).status).toBe(200);
    expect((await openOutbox({ host: "evil.example:3000" })).status).toBe(403);
  });

  test("makes the browser ask for its password", async () => {
    process.env.OUTBOX_PASSWORD = "sesame";
    resetEnvForTests();
    const closed = await openOutbox({ host: "192.168.1.20:3000" });
    expect(closed.status).toBe(401);
    expect(closed.headers.get("WWW-Authenticate")).toBe('Basic realm="Outbox", charset="UTF-8"');
    const authorization = `Basic ${Buffer.from("any:sesame").toString("base64")}`;
    expect((await openOutbox({ host: "192.168.1.20:3000", authorization })).status).toBe(200);
  });
});

describe("what stands in for Google", () => {
  const set = (change: Record<string, string>) => {
    Object.assign(process.env, change);
    resetEnvForTests();
  };
  afterEach(() => {
    for (const name of ["GOOGLE_ISSUER_URL", "ALLOW_TEST_ISSUER", "OUTBOX_PASSWORD"])
      delete process.env[name];
    resetEnvForTests();
  });
  const leadsTo = async (path: string, headers = { host: "localhost:3000" }) =>
    (await open(path, headers)).headers.get("x-middleware-rewrite");

  test("is reached through the app where it runs, as what the outbox opens to", async () => {
    set({ GOOGLE_ISSUER_URL: "http://127.0.0.1:9001", ALLOW_TEST_ISSUER: "1" });
    expect(await leadsTo("/dev/google/credential?email=a")).toBe("http://127.0.0.1:9001/credential?email=a");
    expect(await leadsTo("/dev/google//evil.example/")).toMatch(/^http:\/\/127\.0\.0\.1:9001\//);
    expect(await leadsTo("/dev/google/choose", { host: "evil.example" })).toBeNull();
    set({ OUTBOX_PASSWORD: "sesame" });
    expect((await open("/dev/google/choose")).status).toBe(401);
  });

  test("is nowhere without it", async () => {
    expect(await leadsTo("/dev/google/choose")).toBeNull();
  });
});

describe("the limit on pages", () => {
  const from = (ip: string, cookie?: string) =>
    open("/login-page", { "X-Client-Address": ip, ...(cookie ? { Cookie: cookie } : {}) });

  test("holds for visitors of one site without a session, and for no one else", async () => {
    setLimit("page_network", 2, 60);
    const cookie = cookiePair(await session(true));
    try {
      await from("2001:db8:0:1::1");
      await from("2001:db8:0:2::2");
      const limited = await from("[2001:db8:0:1:ffff::3]:443");
      expect(limited.status).toBe(429);
      expect(limited.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
      expect(limited.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(await limited.text()).toMatch(/^Very many pages are being opened from your network\./);
      expect((await from("2001:db8:0:1::1", cookie)).status).toBe(307);
      expect((await from("2001:db8:1:1::1")).status).toBe(200);
    } finally {
      resetLimit("page_network");
    }
  });
});

describe("a browser that has logged out", () => {
  test("has no viewer, even before the server knows of it", async () => {
    const Cookie = `${cookiePair(await session(true))}; signedOut=1`;
    expect((await open("/mainfeed", { Cookie })).headers.get("Location")).toContain("/login-page");
    const login = await open("/login-page", { Cookie });
    expect(login.headers.get("Location")).toBeNull();
    expect(login.headers.get("X-Viewer")).toBe(ANONYMOUS_VIEWER);
  });
});

describe("a page", () => {
  test("gets its own nonce, named in its content security policy", async () => {
    const [first, second] = [await visit("/"), await visit("/")];
    const policies = [first, second].map((response) => response.headers.get("Content-Security-Policy") ?? "");
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1] ?? "");
    expect(new Set(nonces).size).toBe(2);
    for (const nonce of nonces) expect(Buffer.from(nonce, "base64")).toHaveLength(16);
    // Next passes this header on to the page.
    expect(first.headers.get("x-middleware-request-x-nonce")).toBe(nonces[0]);
    expect(first.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("is hidden from search engines, but for the landing page and the legal documents", async () => {
    const robotsOf = async (path: string) => (await visit(path)).headers.get("X-Robots-Tag");
    for (const path of ["/", "/terms", "/privacy/hindi"]) expect(await robotsOf(path)).toBeNull();
    for (const path of ["/login-page", "/up", "/no/such/page"]) expect(await robotsOf(path)).toBe("noindex");
  });

  test("names its viewer, for the service worker that caches it", async () => {
    expect((await visit("/mainfeed", session(true))).headers.get("X-Viewer")).toBe("u1");
    expect((await visit("/login-page")).headers.get("X-Viewer")).toBe(ANONYMOUS_VIEWER);
    expect((await visit("/", `${COOKIE}=forged`)).headers.get("X-Viewer")).toBe(ANONYMOUS_VIEWER);
  });

  test.each(["/_nextish", "/favicon.icons"])("at %s has a policy too, and no viewer", async (path) => {
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

  const isMatched = (path: string) => new RegExp(`^${config.matcher[0]?.source}$`).test(path);

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
    "/robots.txt.html",
    "/.well-known/change-password",
    "/.well-known/nothing",
    "/nothing.js",
    "/nothing.png",
    "/icons/nothing.png",
    "/previews/nothing.webp",
    "/media/nothing",
    "/workers/nothing.js",
  ])("at %s runs the middleware", (path) => {
    expect(isMatched(path)).toBe(true);
  });

  test.each([
    "/api",
    "/api/posts",
    "/media/image/upload/x.jpg",
    "/share",
    "/_next/static/a.js",
    "/favicon.ico",
    "/icons/icon-192.png",
    "/icons/shortcut-post.png",
    "/previews/phone.webp",
    "/previews/desktop.webp",
    "/sw.js",
    "/workers/picture.js",
    "/workers/libheif-1.23.2.js",
    "/icon.svg",
    "/apple-icon.png",
    "/manifest.webmanifest",
    "/robots.txt",
    "/sitemap.xml",
    "/.well-known/security.txt",
  ])("at %s does not run the middleware", (path) => {
    expect(isMatched(path)).toBe(false);
  });
});
