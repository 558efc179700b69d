import { setCircle } from "@/lib/circles/server/circle";
import { countUnread } from "@/lib/messages/server/read";
import { notificationsAnswer, preferencesAnswer } from "@/lib/notifications/schema";
import { api } from "@/tests/api";
import { createComment, createMember, createPost, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const inbox = async (member: Member) =>
  (await api.get("/notifications", { token: member.token })).read(notificationsAnswer);
const choose = async (member: Member, body: Record<string, boolean>) =>
  (await api.put("/notifications/preferences", { token: member.token, body })).read(preferencesAnswer);

const DEFAULTS = {
  like: true,
  comment: true,
  follow: true,
  reply: true,
  comment_like: true,
  mention: true,
  custom: true,
  customFromEveryone: true,
  message: true,
  messageText: false,
};

/** An author with a like, a comment and a new member in their circle. */
async function busyAuthor() {
  const [author, fan] = [await createMember(), await createMember()];
  const post = await createPost({ author });
  await api.post(`/posts/${post.id}/like`, { token: fan.token, body: { liked: true } });
  await createComment({ post, author: fan });
  await api.post(`/users/${author.id}/follow`, { token: fan.token, body: { inCircle: true } });
  return { author, fan, post };
}

describe("notification preferences", () => {
  test("are all on at first, without a push key when push is not set up", async () => {
    const { author } = await busyAuthor();
    const reply = await api.get("/notifications/preferences", { token: author.token });
    expect(reply.read(preferencesAnswer)).toEqual({
      preferences: DEFAULTS,
      pushKey: null,
    });
  });

  test("without likes, neither old nor new likes are listed or counted", async () => {
    const { author, post } = await busyAuthor();
    expect((await choose(author, { like: false })).preferences).toEqual({ ...DEFAULTS, like: false });
    const another = await createMember();
    await api.post(`/posts/${post.id}/like`, { token: another.token });
    const { notifications, totalCount, unreadCount } = await inbox(author);
    expect(notifications.map(({ type }) => type).sort()).toEqual(["comment", "follow"]);
    expect([totalCount, unreadCount]).toEqual([2, 2]);
    expect(await countUnread(author.viewer)).toMatchObject({
      notifications: { unreadCount: 2, newCount: 2 },
    });
  });

  test("marking all as read counts only listed notifications", async () => {
    const { author } = await busyAuthor();
    await choose(author, { like: false });
    const reply = await api.put("/notifications/mark-all-seen", { token: author.token });
    expect(reply.body).toEqual({ updated: 2 });
  });

  test("switching a kind on again lists what came meanwhile as seen", async () => {
    const { author } = await busyAuthor();
    await choose(author, { like: false, comment: false });
    await choose(author, { like: true });
    const { notifications, unreadCount } = await inbox(author);
    expect(notifications.map(({ type, seen }) => [type, seen]).sort()).toEqual([
      ["follow", false],
      ["like", true],
    ]);
    expect(unreadCount).toBe(1);
  });

  test("custom notifications and the other kinds are muted separately", async () => {
    const { author, fan } = await busyAuthor();
    await api.post("/notifications", {
      token: fan.token,
      body: { receiverId: author.id, type: "like", message: "says hello" },
    });
    const messages = async () => (await inbox(author)).notifications.map(({ message }) => message).sort();
    await choose(author, { custom: false });
    expect(await messages()).toEqual(["commented: “Nice one”", "joined your circle", "liked your post"]);
    expect(
      (await choose(author, { like: false, comment: false, follow: false, custom: true })).preferences,
    ).toEqual({ ...DEFAULTS, like: false, comment: false, follow: false });
    expect(await messages()).toEqual(["says hello"]);
    expect(await inbox(author)).toMatchObject({ totalCount: 1, unreadCount: 0 });
  });

  test("are private, but for what is sent by hand: muting a kind changes no answer to its sender", async () => {
    const [muting, other, fan] = [await createMember(), await createMember(), await createMember()];
    await choose(muting, { follow: false });
    const joinAndTell = async ({ id }: Member) => {
      await setCircle(fan.viewer, id, true);
      const body = { receiverId: id, type: "follow", message: "joined your circle" };
      const { status, body: answer } = await api.post("/notifications", { token: fan.token, body });
      return { status, ...(answer as { notification: object; created: boolean }) };
    };
    const [muted, delivered] = [await joinAndTell(muting), await joinAndTell(other)];
    const own = { _id: expect.any(String), createdAt: expect.any(String) };
    expect(muted).toEqual({ ...delivered, notification: { ...delivered.notification, ...own } });
  });
});

describe("marking some as read", () => {
  test("marks only those, and never another person's", async () => {
    const { author, fan } = await busyAuthor();
    const [first, second] = (await inbox(author)).notifications;
    const ids = [first?._id, second?._id];
    const theirs = await api.put("/notifications/mark-all-seen", { token: fan.token, body: { ids } });
    expect(theirs.body).toEqual({ updated: 0 });
    const own = await api.put("/notifications/mark-all-seen", { token: author.token, body: { ids } });
    expect(own.body).toEqual({ updated: 2 });
    expect((await inbox(author)).unreadCount).toBe(1);
  });

  test.each([[[]], [["not-an-id"]], ["all"], [Array.from({ length: 501 }, () => "x")]])(
    "%j are no ids",
    async (ids) => {
      const { author } = await busyAuthor();
      const reply = await api.put("/notifications/mark-all-seen", { token: author.token, body: { ids } });
      expect(reply.status).toBe(400);
    },
  );
});
