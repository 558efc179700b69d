import { encode } from "next-auth/jwt";
import {
  clearCookies,
  cookieName,
  pageSessionOf,
  readCookie,
  sessionOf,
  writeCookie,
} from "@/lib/auth/cookie";
import { resetEnvForTests } from "@/lib/platform/env";

const session = { userId: "u1", sessionId: "s1", profileComplete: true };
const cookieValue = (header: string) => header.split(";")[0]?.split("=").slice(1).join("=");

const cookies = (values: Record<string, string>) => ({
  get: (name: string) => (values[name] === undefined ? undefined : { value: values[name] }),
});

afterEach(() => {
  process.env.APP_URL = "http://localhost:3000";
  resetEnvForTests();
});

describe("the session cookie", () => {
  test("says who is signed in and no script can read it", async () => {
    const header = await writeCookie(session);
    expect(header).toMatch(
      /^next-auth\.session-token=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    expect(await readCookie(cookieValue(header))).toEqual(session);
  });

  test("is secure, by name too, where the site is", async () => {
    process.env.APP_URL = "https://campus.example";
    resetEnvForTests();
    expect(cookieName()).toBe("__Host-next-auth.session-token");
    // What browsers ask of the prefix: the whole site, this host alone, https.
    expect(await writeCookie(session)).toMatch(
      /^__Host-next-auth\.session-token=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test("is removed under the name it had before, too, and with it the marker of having left", () => {
    process.env.APP_URL = "https://campus.example";
    resetEnvForTests();
    const headers = new Headers();
    clearCookies(headers);
    expect(headers.getSetCookie()).toEqual([
      "__Host-next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
      "__Secure-next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
      "signedOut=; Path=/; Max-Age=0; SameSite=Lax",
    ]);
  });

  test("is read under the name it had before, unless there is one of today", async () => {
    process.env.APP_URL = "https://campus.example";
    resetEnvForTests();
    const value = cookieValue(await writeCookie(session)) ?? "";
    const newer = cookieValue(await writeCookie({ ...session, sessionId: "s2" })) ?? "";
    const former = "__Secure-next-auth.session-token";
    expect(await sessionOf(cookies({ [former]: value }))).toEqual(session);
    expect(await sessionOf(cookies({ [former]: value, [cookieName()]: newer }))).toMatchObject({
      sessionId: "s2",
    });
    expect(await sessionOf(cookies({}))).toBeUndefined();
  });

  test("opens no page once the browser has logged out, and still names the session", async () => {
    const value = cookieValue(await writeCookie(session)) ?? "";
    const left = cookies({ [cookieName()]: value, signedOut: "1" });
    expect(await pageSessionOf(left)).toBeUndefined();
    expect(await sessionOf(left)).toEqual(session);
    expect(await pageSessionOf(cookies({ [cookieName()]: value }))).toEqual(session);
  });

  test("of another secret, half of one and no cookie at all sign nobody in", async () => {
    const forged = await encode({
      token: { sub: "u1", sid: "s1" },
      secret: "another secret of more than 32 characters",
    });
    const mine = cookieValue(await writeCookie(session));
    for (const value of [forged, mine?.slice(0, -4), "", "a.b.c", undefined]) {
      expect(await readCookie(value)).toBeUndefined();
    }
  });
});
