import { closeSessions } from "@/lib/accounts/server/sessions";
import { pageViewer, pageViewerOrBanned } from "@/lib/sessions/server/page-viewer";
import { createMember, suspend } from "@/tests/factories";
import { withRequest } from "@/tests/next-headers";
import { cookiePair } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const viewerWith = (Cookie: string) =>
  withRequest(new Request("http://localhost:3000/mainfeed", { headers: { Cookie } }), pageViewer);

describe("the person a page is rendered for", () => {
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
