import { resetEnvForTests } from "@/lib/platform/env";
import { authenticate } from "@/lib/sessions/server/access";
import { pageViewer } from "@/lib/sessions/server/page-viewer";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createPost, type Member } from "@/tests/factories";
import { withRequest } from "@/tests/next-headers";
import { cookiePair } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";

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
