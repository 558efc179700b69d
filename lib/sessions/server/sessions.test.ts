import { encode } from "next-auth/jwt";
import { v7 as uuid } from "uuid";
import { closeSessions } from "@/lib/accounts/server/sessions";
import { resetEnvForTests } from "@/lib/platform/env";
import { authenticate } from "@/lib/sessions/server/access";
import { clearCookies, cookieSessionId, writeCookie } from "@/lib/sessions/server/cookie";
import { pageViewer, pageViewerOrBanned } from "@/lib/sessions/server/page-viewer";
import {
  decryptNextToken,
  encryptNextToken,
  makeRefreshToken,
  readRefreshToken,
  sameHash,
} from "@/lib/sessions/server/refresh-token";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createPost, type Member, suspend } from "@/tests/factories";
import { withRequest } from "@/tests/next-headers";
import { claimsOf, cookiePair } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";

/** Cookies, tokens and the viewer of a page. */

describe("the session cookie", () => {
  const session = { userId: "u1", sessionId: "s1", profileComplete: true };
  const sent = (Cookie: string) => new Request("http://localhost:3000/api", { headers: { Cookie } });

  function onHttps(): void {
    process.env.APP_URL = "https://campus.example";
    resetEnvForTests();
  }

  afterEach(() => {
    process.env.APP_URL = "http://localhost:3000";
    resetEnvForTests();
  });

  test("names the session and is hidden from scripts", async () => {
    const header = await writeCookie(session);
    expect(header).toMatch(
      /^next-auth\.session-token=[^;]+; Path=\/; Expires=[^;]+; Max-Age=2592000; HttpOnly; SameSite=lax$/,
    );
    expect(await claimsOf(header)).toMatchObject({ sub: "u1", sid: "s1", profileComplete: true });
    expect(await cookieSessionId(sent(cookiePair(header)))).toBe("s1");
  });

  test("is secure, with the name prefix, on an https site", async () => {
    onHttps();
    // Browsers require for the prefix: the whole site, this host alone, https.
    expect(await writeCookie(session)).toMatch(
      /^__Host-next-auth\.session-token=[^;]+; Path=\/; Expires=[^;]+; Max-Age=2592000; Secure; HttpOnly; SameSite=lax$/,
    );
  });

  test("is removed together with the signed-out marker", () => {
    onHttps();
    const headers = new Headers();
    clearCookies(headers);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-next-auth\.session-token=; Path=\/; Max-Age=0; Secure; HttpOnly; SameSite=lax$/,
      ),
      "signedOut=; Path=/; Max-Age=0; SameSite=Lax",
    ]);
  });

  test("still names its session after the browser has logged out", async () => {
    const header = await writeCookie(session);
    expect(await cookieSessionId(sent(`${cookiePair(header)}; signedOut=1`))).toBe("s1");
  });

  test("names no session if forged, truncated or missing", async () => {
    const forged = await encode({
      token: { sub: "u1", sid: "s1", profileComplete: true },
      secret: "another secret of more than 32 characters",
    });
    const mine = cookiePair(await writeCookie(session));
    const name = "next-auth.session-token";
    for (const cookie of [`${name}=${forged}`, mine.slice(0, -4), `${name}=`, `${name}=a.b.c`, "", "%"]) {
      expect(await cookieSessionId(sent(cookie))).toBeUndefined();
    }
  });
});

describe("the person a page is rendered for", () => {
  beforeAll(useTestDatabase);

  const viewerWith = (Cookie: string) =>
    withRequest(new Request("http://localhost:3000/mainfeed", { headers: { Cookie } }), pageViewer);

  test("is the one the cookie names, until their session ends", async () => {
    const me = await createMember();
    expect(await viewerWith(cookiePair(me.cookie))).toMatchObject(me.viewer);
    await closeSessions({ sessionId: me.viewer.sessionId });
    expect(await viewerWith(cookiePair(me.cookie))).toBeUndefined();
  });

  test("is led to the page that says why while they are banned", async () => {
    const me = await createMember();
    const { id } = await suspend(me, null);
    const request = new Request("http://localhost:3000/mainfeed", {
      headers: { Cookie: cookiePair(me.cookie) },
    });
    await expect(withRequest(request, pageViewer)).rejects.toMatchObject({
      digest: expect.stringContaining(";/suspended;"),
    });
    expect(await withRequest(request, pageViewerOrBanned)).toMatchObject({
      id: me.id,
      suspension: { until: null, decisionId: id },
    });
  });

  test("is undefined once the browser has logged out, even if the server does not know yet", async () => {
    const me = await createMember();
    expect(await viewerWith(`${cookiePair(me.cookie)}; signedOut=1`)).toBeUndefined();
  });

  test("is the one the cookie names beside cookies that next-auth cannot read", async () => {
    const me = await createMember();
    expect(await viewerWith(`${cookiePair(me.cookie)}; next-auth.callback-url=:`)).toMatchObject(me.viewer);
  });

  test.each([
    ["none", ""],
    ["a forged one", "next-auth.session-token=forged"],
    ["one with an invalid name", "next-auth.session-token\u00e9=x"],
    ["an invalid callback URL", "next-auth.callback-url=:"],
    ["nonsense", "%; =; ;;"],
  ])("is undefined with cookies such as %s", async (_, cookie) => {
    expect(await viewerWith(cookie)).toBeUndefined();
  });
});

describe("a refresh token", () => {
  test("names its session and carries 256 random bits", () => {
    const sessionId = uuid();
    const { token, hash } = makeRefreshToken(sessionId);
    expect(Buffer.from(token.split(".")[1] ?? "", "base64url")).toHaveLength(32);
    expect(readRefreshToken(token)).toEqual({ sessionId, token, hash });
    expect(makeRefreshToken(sessionId).token).not.toBe(token);
    expect(Buffer.from(hash).toString("utf8")).not.toContain(token);
  });

  test.each(["", "x", `${uuid()}.short`, `${uuid()}.${"a".repeat(44)}`, `not-a-uuid.${"a".repeat(43)}`])(
    "%j is rejected",
    (text) => {
      expect(readRefreshToken(text)).toBeUndefined();
    },
  );

  test("only its holder can decrypt its successor", () => {
    const [old, next, other] = [makeRefreshToken(uuid()), makeRefreshToken(uuid()), makeRefreshToken(uuid())];
    const sealed = encryptNextToken(old.token, next.token);
    expect(decryptNextToken(old.token, sealed)).toBe(next.token);
    expect(() => decryptNextToken(other.token, sealed)).toThrow();
    expect(Buffer.from(sealed).toString("latin1")).not.toContain(next.token);
  });

  test("hashes are compared in full", () => {
    const a = new Uint8Array([1, 2, 3]);
    expect(sameHash(a, new Uint8Array([1, 2, 3]))).toBe(true);
    expect(sameHash(a, new Uint8Array([1, 2]))).toBe(false);
    expect(sameHash(a, null)).toBe(false);
  });
});

describe("read your writes", () => {
  beforeAll(useTestDatabase);
  beforeEach(() => configure("postgresql://a:b@replica.example:5432/c"));
  afterAll(() => configure(""));

  function configure(url: string): void {
    process.env.DATABASE_REPLICA_URL = url;
    resetEnvForTests();
  }

  const WROTE = "campus-circle.wrote";

  /** The member's browser, which stores cookies. */
  const browserOf = ({ cookie }: Member) => new Map([cookiePair(cookie).split("=", 2) as [string, string]]);

  /** Whether a call and a page with these cookies may be answered by a replica. */
  async function mayLag({ token }: Member, browser: Map<string, string>): Promise<unknown[]> {
    const Cookie = [...browser].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request("http://localhost:3000/mainfeed", {
      headers: { Cookie, Authorization: `Bearer ${token}` },
    });
    const viewers = [await authenticate(request), await withRequest(request, pageViewer)];
    return viewers.map((viewer) => viewer?.mayLag);
  }

  test("a browser reads from the replica until it writes, and from the primary after that", async () => {
    const me = await createMember();
    const browser = browserOf(me);
    await api.get("/posts", { token: me.token, browser });
    expect(await mayLag(me, browser)).toEqual([true, true]);
    const post = await createPost();
    const { headers } = await api.post(`/posts/${post.id}/like`, { token: me.token, browser });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^campus-circle\.wrote=1; Path=\/; .*Max-Age=10; HttpOnly; SameSite=lax$/),
    ]);
    expect(await mayLag(me, browser)).toEqual([undefined, undefined]);
  });

  test("what a write reads never comes from the replica", async () => {
    const me = await createMember();
    const headers = { Cookie: cookiePair(me.cookie), Authorization: `Bearer ${me.token}` };
    const request = new Request("http://localhost:3000/api/posts", { method: "POST", headers });
    const viewer = await authenticate(request);
    expect(viewer).toMatchObject(me.viewer);
    expect(viewer).not.toHaveProperty("mayLag");
  });

  test("a write that failed counts too: it may have been committed", async () => {
    const me = await createMember();
    const browser = browserOf(me);
    await api.post("/posts/00000000-0000-4000-8000-000000000000/like", { token: me.token, browser });
    expect(browser.has(WROTE)).toBe(true);
  });

  test("asking for a code or signing in counts, counting a page view does not", async () => {
    const { email } = await createNewcomer();
    const browser = new Map<string, string>();
    await api.post("/analytics/page-view", { body: { path: "/" }, browser });
    expect(browser.has(WROTE)).toBe(false);
    await api.post("/auth/send-otp", { body: { email }, browser });
    expect(browser.has(WROTE)).toBe(true);
  });

  test("a client without a session cookie may keep no cookies and always reads from the primary", async () => {
    const me = await createMember();
    expect(await mayLag(me, new Map())).toEqual([undefined, undefined]);
    expect(await mayLag(me, new Map([["theme", "dark"]]))).toEqual([undefined, undefined]);
  });

  test("without a replica there is no mark", async () => {
    configure("");
    const me = await createMember();
    const browser = browserOf(me);
    const post = await createPost();
    await api.post(`/posts/${post.id}/like`, { token: me.token, browser });
    expect(browser.has(WROTE)).toBe(false);
    expect(await mayLag(me, browser)).toEqual([undefined, undefined]);
  });
});
