import { setCircle } from "@/lib/circles/server/circle";
import { countUnread } from "@/lib/messages/server/read";
import {
  notificationAnswer,
  notificationsAnswer,
  seenAllAnswer,
  viewedAnswer,
} from "@/lib/notifications/schema";
import { sweepDeleted, sweepOldNotifications } from "@/lib/notifications/server/inbox";
import { db } from "@/lib/platform/db";
import { setLike } from "@/lib/posts/server/like";
import { api } from "@/tests/api";
import { createComment, createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { inTurn } from "@/tests/time";

beforeAll(useTestDatabase);

const read = (me: Member, query: Record<string, string | number | undefined> = {}) =>
  api.get("/notifications", { token: me.token, query });
const inboxOf = async (me: Member) => (await read(me)).read(notificationsAnswer);

/** A person whose post `count` others liked, the last of them first in the inbox. */
async function createPopularMember(count: number): Promise<{ me: Member; fans: Member[] }> {
  const me = await createMember();
  const post = await createPost({ author: me });
  const fans = await createMembers(count);
  await inTurn(fans, (fan) => setLike(fan.viewer, post.id, true));
  return { me, fans: fans.reverse() };
}

describe("the inbox", () => {
  test("lists likes, comments and joins, newest first, with sender and post", async () => {
    const [me, ishita] = [await createMember(), await createMember({ name: "Ishita Verma" })];
    const post = await createPost({ author: me, mediaType: "video" });
    const acts = [
      () => setLike(ishita.viewer, post.id, true),
      () => createComment({ post, author: ishita, content: "Lovely" }),
      () => setCircle(ishita.viewer, me.id, true),
    ];
    await inTurn<() => Promise<unknown>>(acts, (act) => act());
    const inbox = await inboxOf(me);
    expect(inbox).toMatchObject({
      totalCount: 3,
      unreadCount: 3,
      newCount: 3,
      currentPage: 1,
      totalPages: 1,
      nextCursor: null,
    });
    expect(inbox.notifications.map(({ type, message }) => [type, message])).toEqual([
      ["follow", "joined your circle"],
      ["comment", "commented: “Lovely”"],
      ["like", "liked your post"],
    ]);
    expect(inbox.notifications[2]).toMatchObject({
      senderId: { _id: ishita.id, name: "Ishita Verma", username: ishita.user.username, avatar: "" },
      postId: { _id: post.id, mediaType: "video", thumbnail: expect.stringMatching(/\.jpg$/) },
      seen: false,
    });
    expect(inbox.notifications[0]?.postId).toBeNull();
    expect(JSON.stringify(inbox)).not.toContain(ishita.user.email);
  });

  test("says whether the viewer has joined the sender's circle", async () => {
    const { me, fans } = await createPopularMember(2);
    const [joined] = fans as [Member, Member];
    await setCircle(me.viewer, joined.id, true);
    const { notifications } = await inboxOf(me);
    expect(notifications.map(({ senderId }) => [senderId._id, senderId.isInCircle])).toEqual(
      fans.map(({ id }) => [id, id === joined.id]),
    );
  });

  test("has twenty a page, in one query, and its pages add up", async () => {
    const { me, fans } = await createPopularMember(23);
    const first = await inboxOf(me);
    expect(first).toMatchObject({ totalCount: 23, totalPages: 2 });
    expect(first.notifications.map(({ senderId }) => senderId._id)).toEqual(
      fans.slice(0, 20).map(({ id }) => id),
    );
    const post = await createPost({ author: me });
    const late = await createMember();
    const pages = await readAllPages(
      async (cursor) => {
        const { notifications, nextCursor } = (await read(me, { cursor, limit: 5 })).read(
          notificationsAnswer,
        );
        return { items: notifications.map(({ senderId }) => senderId._id), nextCursor };
      },
      () => setLike(late.viewer, post.id, true),
    );
    expect(pages.flat()).toEqual(fans.map(({ id }) => id));
    for (const query of [{}, { page: 2 }, { limit: 50 }, { cursor: first.nextCursor ?? "" }]) {
      expect(await queriesOf(() => read(me, query))).toHaveLength(1);
    }
    expect((await read(me, { page: 9 })).read(notificationsAnswer)).toMatchObject({
      notifications: [],
      totalCount: 24,
    });
    await expectBadPagesRejected((query) => read(me, query));
  });

  test("is empty without notifications", async () => {
    expect(await inboxOf(await createMember())).toEqual({
      notifications: [],
      totalCount: 0,
      totalPages: 0,
      currentPage: 1,
      unreadCount: 0,
      newCount: 0,
      nextCursor: null,
    });
  });

  test("viewed, is quiet until something else comes, and nothing in it is seen by that", async () => {
    const [me, other, fan] = [await createMember(), await createMember(), await createMember()];
    const post = await createPost({ author: me });
    await setLike(fan.viewer, post.id, true);
    await setCircle(fan.viewer, other.id, true);
    const view = () => api.put("/notifications/viewed", { token: me.token });
    const before = Date.now();
    const { viewedAt } = (await view()).read(viewedAnswer);
    expect(Math.abs(Date.parse(viewedAt) - before)).toBeLessThan(10_000);
    const { notifications, ...counts } = await inboxOf(me);
    expect(counts).toMatchObject({ unreadCount: 1, newCount: 0 });
    expect(notifications).toMatchObject([{ seen: false }]);
    expect(await countUnread(me.viewer)).toMatchObject({ notifications: { unreadCount: 1, newCount: 0 } });
    await setCircle(fan.viewer, me.id, true);
    expect(await inboxOf(me)).toMatchObject({ unreadCount: 2, newCount: 1 });
    expect(await countUnread(me.viewer)).toMatchObject({ notifications: { unreadCount: 2, newCount: 1 } });
    await api.put("/notifications/mark-all-seen", { token: me.token });
    expect(await inboxOf(me)).toMatchObject({ unreadCount: 0, newCount: 0 });
    expect(await inboxOf(other)).toMatchObject({ unreadCount: 1, newCount: 1 });
  });
});

describe("a notification", () => {
  const see = (me: Member, id: string) => api.put(`/notifications/${id}/seen`, { token: me.token });
  const remove = (me: Member, id: string) => api.delete(`/notifications/${id}`, { token: me.token });

  const restore = (me: Member, id: string) => api.put(`/notifications/${id}/restore`, { token: me.token });

  test("is seen, and stays seen", async () => {
    const { me } = await createPopularMember(2);
    const [first] = (await inboxOf(me)).notifications;
    for (let i = 0; i < 2; i++) {
      const { notification } = (await see(me, first?._id ?? "")).read(notificationAnswer);
      expect(notification).toEqual({ ...first, seen: true });
      expect(await inboxOf(me)).toMatchObject({ unreadCount: 1, totalCount: 2 });
    }
  });

  test("is deleted once", async () => {
    const { me } = await createPopularMember(2);
    const [first] = (await inboxOf(me)).notifications;
    expect(await remove(me, first?._id ?? "")).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    expect(await remove(me, first?._id ?? "")).toMatchObject({ status: 404 });
    expect(await inboxOf(me)).toMatchObject({ unreadCount: 1, totalCount: 1 });
  });

  test("can be restored unchanged after deletion, even twice", async () => {
    const { me } = await createPopularMember(2);
    const before = await inboxOf(me);
    const id = before.notifications[1]?._id ?? "";
    await remove(me, id);
    expect(await see(me, id)).toMatchObject({ status: 404 });
    for (let i = 0; i < 2; i++) {
      const { notification } = (await restore(me, id)).read(notificationAnswer);
      expect(notification).toEqual(before.notifications[1]);
      expect(await inboxOf(me)).toEqual(before);
    }
  });

  test("stays deleted when a like is redone, and is renewed by another comment", async () => {
    const [me, fan] = [await createMember(), await createMember()];
    const post = await createPost({ author: me });
    await setLike(fan.viewer, post.id, true);
    await createComment({ post, author: fan, content: "First" });
    for (const { _id } of (await inboxOf(me)).notifications) await remove(me, _id);
    await setLike(fan.viewer, post.id, true);
    expect(await inboxOf(me)).toMatchObject({ totalCount: 0, unreadCount: 0, notifications: [] });
    await createComment({ post, author: fan, content: "Second" });
    const { notifications } = await inboxOf(me);
    expect(notifications.map(({ message, seen }) => [message, seen])).toEqual([
      ["commented: “Second”", false],
    ]);
  });

  test("can be restored for ten minutes", async () => {
    const { me } = await createPopularMember(2);
    const [first, second] = (await inboxOf(me)).notifications;
    for (const notification of [first, second]) await remove(me, notification?._id ?? "");
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000);
    await db().notification.update({
      where: { id: first?._id ?? "" },
      data: { deletedAt: elevenMinutesAgo },
    });
    await sweepDeleted();
    expect(await restore(me, first?._id ?? "")).toMatchObject({ status: 404 });
    expect(await restore(me, second?._id ?? "")).toMatchObject({ status: 200 });
  });

  test("is stored for 90 days once seen, and longer while unseen", async () => {
    const { me } = await createPopularMember(4);
    const [first, second, third] = (await inboxOf(me)).notifications;
    const age = (id: string | undefined, days: number, seen: boolean) =>
      db().notification.update({
        where: { id: id ?? "" },
        data: { seen, createdAt: new Date(Date.now() - days * 24 * 60 * 60_000) },
      });
    await age(first?._id, 91, true);
    await age(second?._id, 91, false);
    await age(third?._id, 89, true);
    await sweepOldNotifications({ batch: 1 });
    const left = (await inboxOf(me)).notifications.map(({ _id }) => _id);
    expect(left).toHaveLength(3);
    expect(left).not.toContain(first?._id);
  });

  test("is swept when it is not among its receiver's newest thousand", async () => {
    const [{ me }, { me: quiet }] = [await createPopularMember(7), await createPopularMember(3)];
    const sender = await createMember();
    await api.post("/notifications", {
      token: sender.token,
      body: { receiverId: me.id, type: "like", message: "Hello" },
    });
    const before = (await inboxOf(me)).notifications;
    const custom = before[0]?._id ?? "";
    // The newest four stay, and today's custom one even though it is older.
    await db().sql`
      UPDATE notifications SET created_at = created_at - interval '1 hour' WHERE id = ${custom}::uuid`;
    await sweepOldNotifications({ storedMax: 4, batch: 2 });
    expect((await inboxOf(me)).notifications.map(({ _id }) => _id)).toEqual([
      ...before.slice(1, 5).map(({ _id }) => _id),
      custom,
    ]);
    expect((await inboxOf(quiet)).totalCount).toBe(3);
    await sweepOldNotifications();
    expect((await inboxOf(me)).totalCount).toBe(5);
  });

  test("of another person is not found", async () => {
    const { me, fans } = await createPopularMember(1);
    const [mine] = (await inboxOf(me)).notifications;
    const stranger = fans[0] as Member;
    expect(await see(stranger, mine?._id ?? "")).toMatchObject({ status: 404, error: "not_found" });
    expect(await remove(stranger, mine?._id ?? "")).toMatchObject({ status: 404, error: "not_found" });
    await remove(me, mine?._id ?? "");
    expect(await restore(stranger, mine?._id ?? "")).toMatchObject({ status: 404, error: "not_found" });
    await restore(me, mine?._id ?? "");
    expect((await inboxOf(me)).notifications).toEqual([mine]);
  });

  test("is marked with all others of its receiver, and no one else's", async () => {
    const [{ me }, { me: other }] = [await createPopularMember(3), await createPopularMember(1)];
    const seeAll = async () =>
      (await api.put("/notifications/mark-all-seen", { token: me.token })).read(seenAllAnswer).updated;
    expect(await seeAll()).toBe(3);
    expect(await seeAll()).toBe(0);
    expect((await inboxOf(me)).unreadCount).toBe(0);
    expect((await inboxOf(other)).unreadCount).toBe(1);
  });

  test("is marked with the others about its post", async () => {
    const [me, other, fan] = [await createMember(), await createMember(), await createMember()];
    const [post, otherPost] = [await createPost({ author: me }), await createPost({ author: me })];
    const theirs = await createPost({ author: other });
    await setCircle(fan.viewer, me.id, true);
    await inTurn([post, otherPost, theirs], ({ id }) => setLike(fan.viewer, id, true));
    await createComment({ post, author: fan, content: "Lovely" });
    const seePost = async (postId: string) => {
      const reply = await api.put("/notifications/mark-all-seen", { token: me.token, body: { postId } });
      return reply.read(seenAllAnswer).updated;
    };
    expect(await seePost(post.id)).toBe(2);
    expect(await seePost(post.id)).toBe(0);
    expect(await seePost(theirs.id)).toBe(0);
    const { notifications } = await inboxOf(me);
    const unseen = notifications.filter(({ seen }) => !seen);
    expect(unseen.map(({ type, postId }) => [type, postId?._id])).toEqual([
      ["like", otherPost.id],
      ["follow", undefined],
    ]);
    expect((await inboxOf(other)).unreadCount).toBe(1);
  });

  test("is deleted with its post and with its sender", async () => {
    const { me, fans } = await createPopularMember(2);
    await api.delete(`/auth/users/${fans[0]?.id}`, { token: fans[0]?.token });
    expect((await inboxOf(me)).totalCount).toBe(1);
    const post = await db().post.findFirstOrThrow({ where: { authorId: me.id } });
    await api.delete(`/posts/${post.id}`, { token: me.token });
    expect((await inboxOf(me)).totalCount).toBe(0);
  });
});
