import { encode } from "next-auth/jwt";
import { clearCookie, cookieName, readCookie, writeCookie } from "@/lib/auth/cookie";
import { resetEnvForTests } from "@/lib/platform/env";

const session = { userId: "u1", sessionId: "s1", profileComplete: true };
const cookieValue = (header: string) => header.split(";")[0]?.split("=").slice(1).join("=");

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
    expect(cookieName()).toBe("__Secure-next-auth.session-token");
    expect(await writeCookie(session)).toMatch(/^__Secure-.*; Secure$/);
    expect(clearCookie()).toBe(
      "__Secure-next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    );
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
