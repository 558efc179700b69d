import { ago } from "@/lib/platform/clock";
import type { LimitName } from "@/lib/platform/limits";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { api } from "@/tests/api";
import {
  addressOf,
  createAsset,
  createConversation,
  createMember,
  createPost,
  createUser,
  type Member,
} from "@/tests/factories";
import { liftLimits, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** What accounts can do in their first day. */

beforeAll(useTestDatabase);
beforeEach(liftLimits);
beforeEach(clearExceededLimits);

/** A call, which can be made again. */
type Act = () => ReturnType<typeof api.post>;

const post = async (me: Member): Promise<Act> => {
  const body = { mediaType: "image", cloudinaryUrl: addressOf(await createAsset(me)) };
  return () => api.post("/upload/pre-calculated", { token: me.token, body });
};
const comment = async (me: Member): Promise<Act> => {
  const path = `/posts/${(await createPost()).id}/comments`;
  const body = { content: "Hello", clientId: crypto.randomUUID() };
  return () => api.post(path, { token: me.token, body });
};
const join = async (me: Member): Promise<Act> => {
  const path = `/users/${(await createUser()).id}/follow`;
  return () => api.post(path, { token: me.token, body: { inCircle: true } });
};
const askStranger = async (me: Member): Promise<Act> => {
  const path = `/conversations/${await createConversation(me, await createUser())}/messages`;
  const body = { text: "Hello", clientId: crypto.randomUUID() };
  return () => api.post(path, { token: me.token, body });
};

const ACTS: [LimitName, (me: Member) => Promise<Act>, string][] = [
  ["new_post", post, "New accounts can publish 2 posts in their first 24 hours."],
  ["new_comment", comment, "New accounts can write 2 comments in their first 24 hours."],
  ["new_follow", join, "New accounts can join 2 circles an hour in their first 24 hours."],
  ["new_message_request", askStranger, "New accounts can message 2 new people in their first 24 hours."],
];

describe.each(ACTS)("%s", (limit, prepare, sentence) => {
  beforeEach(() => setLimit(limit, 2, 86_400));

  test("stops a new account past its count until its first day ends, and says when", async () => {
    const me = await createMember({ verifiedAt: ago(14, "hours") });
    for (let count = 0; count < 2; count++) expect((await (await prepare(me))()).status).toBeLessThan(300);
    const reply = await (await prepare(me))();
    expect(reply.error).toBe("rate_limited");
    expect(reply.body).toMatchObject({ message: `${sentence} Please try again in 10 hours.` });
    // The day of the account ends before a day since the first use does.
    expect(Number(reply.headers.get("Retry-After"))).toBeLessThanOrEqual(10 * 3600);
  });

  test("counts a repetition once, and answers it past the limit", async () => {
    const me = await createMember({ verifiedAt: new Date() });
    const [first, second] = [await prepare(me), await prepare(me)];
    for (const act of [first, first, first, second]) expect((await act()).status).toBeLessThan(300);
    expect((await (await prepare(me))()).status).toBe(429);
    expect((await first()).status).toBeLessThan(300);
    expect((await (await prepare(me))()).status).toBe(429);
  });

  test("does not hold for an account that is a day old", async () => {
    const me = await createMember({ verifiedAt: ago(25, "hours") });
    for (let count = 0; count < 4; count++) expect((await (await prepare(me))()).status).toBeLessThan(300);
  });
});

test("what fails is refunded, and leaving a circle counts for nothing", async () => {
  setLimit("new_comment", 1, 86_400);
  setLimit("new_follow", 1, 3600);
  const me = await createMember({ verifiedAt: new Date() });
  const missing = `/posts/${crypto.randomUUID()}/comments`;
  for (let count = 0; count < 3; count++) {
    expect((await api.post(missing, { token: me.token, body: { content: "Hi" } })).status).toBe(404);
  }
  expect((await (await comment(me))()).status).toBe(201);

  const path = `/users/${(await createUser()).id}/follow`;
  const set = (inCircle: boolean) => api.post(path, { token: me.token, body: { inCircle } });
  expect((await set(true)).status).toBe(200);
  expect((await set(false)).status).toBe(200);
  expect((await set(false)).status).toBe(200);
  expect((await set(true)).status).toBe(429);
});
