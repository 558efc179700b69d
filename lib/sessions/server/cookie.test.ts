import { encode } from "next-auth/jwt";
import { resetEnvForTests } from "@/lib/platform/env";
import { clearCookies, cookieSessionId, writeCookie } from "@/lib/sessions/server/cookie";
import { claimsOf, cookiePair } from "@/tests/session-cookie";

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

describe("the session cookie", () => {
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
