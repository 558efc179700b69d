import { randomUUID } from "node:crypto";
import { setCircle } from "@/lib/circles/server/circle";
import { countUnread } from "@/lib/messages/server/read";
import { MESSAGE_MAX } from "@/lib/notifications/policy";
import { newNotificationAnswer, notificationsAnswer, preferencesAnswer } from "@/lib/notifications/schema";
import { sweepDeleted } from "@/lib/notifications/server/inbox";
import { db } from "@/lib/platform/db";
import { takeLimit } from "@/lib/platform/rate-limit";
import { setLike } from "@/lib/posts/server/like";
import { api } from "@/tests/api";
import {
  createComment,
  createConversation,
  createMember,
  createMembers,
  createMessage,
  createNewcomer,
  createPost,
  createStaff,
  createUser,
  type Member,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** What notifies people, and what they choose of it. */

describe("creating", () => {
  beforeAll(useTestDatabase);

  type Fields = { receiverId: string; type?: string; message?: string; postId?: string | null };

  const send = (sender: Member, fields: Fields) =>
    api.post("/notifications", {
      token: sender.token,
      body: { type: "like", message: "says hello", ...fields },
    });
  const inboxOf = async (member: Member) =>
    (await api.get("/notifications", { token: member.token })).read(notificationsAnswer).notifications;
  const countAll = () => db().notification.count();
  /** Makes the receiver's notifications older than a day. */
  const passDay = (receiver: Member) =>
    db().sql`
    UPDATE notifications SET created_at = created_at - interval '25 hours' WHERE receiver_id = ${receiver.id}::uuid`;

  describe("POST /api/notifications from the test form", () => {
    test.each(["like", "comment", "follow"])("sends a custom %s in the sender's name", async (type) => {
      const [ishita, kabir] = [await createMember({ name: "Ishita Verma" }), await createMember()];
      const reply = await send(ishita, { receiverId: kabir.id, type });
      expect(reply.status).toBe(201);
      const { notification, created } = reply.read(newNotificationAnswer);
      expect(created).toBe(true);
      expect(notification).toMatchObject({
        type,
        custom: true,
        message: "says hello",
        seen: false,
        postId: null,
      });
      expect(notification.senderId).toMatchObject({ _id: ishita.id, name: "Ishita Verma" });
      expect(await inboxOf(kabir)).toEqual([notification]);
      expect(await inboxOf(ishita)).toEqual([]);
    });

    test("returns the existing one when sent again within a day, even concurrently", async () => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      const fields = { receiverId: kabir.id, type: "follow" };
      const replies = await Promise.all(Array.from({ length: 8 }, () => send(ishita, fields)));
      const again = await send(ishita, { ...fields, message: "other words" });
      expect([again.status, ...replies.map(({ status }) => status)].sort()).toEqual([
        ...Array(8).fill(200),
        201,
      ]);
      const answers = [...replies, again].map((reply) => reply.read(newNotificationAnswer));
      expect(answers.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(answers.map(({ notification }) => JSON.stringify(notification))).size).toBe(1);
      expect(await inboxOf(kabir)).toEqual([answers[0]?.notification]);
      // The limit applies to one sender, receiver and type, in one direction.
      for (const [from, to] of [
        [kabir, ishita],
        [await createMember(), kabir],
        [ishita, await createMember()],
        [ishita, kabir],
      ] as const) {
        expect((await send(from, { receiverId: to.id })).read(newNotificationAnswer).created).toBe(true);
      }
    });

    test("replaces the previous one on another day", async () => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      await send(ishita, { receiverId: kabir.id, message: "first" });
      await passDay(kabir);
      const { created, notification } = (
        await send(ishita, { receiverId: kabir.id, message: "second" })
      ).read(newNotificationAnswer);
      expect(created).toBe(true);
      expect(await inboxOf(kabir)).toEqual([notification]);
    });

    test("never reveals to the sender whether it was seen, deleted or swept", async () => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      const again = async () => (await send(ishita, { receiverId: kabir.id })).body;
      const first = (await again()) as { notification: { _id: string }; created: boolean };
      const { _id } = first.notification;
      const untouched = await again();
      expect(untouched).toEqual({ ...first, created: false });
      await api.put(`/notifications/${_id}/seen`, { token: kabir.token });
      expect(await again()).toEqual(untouched);
      await api.delete(`/notifications/${_id}`, { token: kabir.token });
      expect(await again()).toEqual(untouched);
      await db().notification.update({
        where: { id: _id },
        data: { deletedAt: new Date(Date.now() - 60 * 60_000) },
      });
      await sweepDeleted();
      expect(await again()).toEqual(untouched);
      expect(await inboxOf(kabir)).toEqual([]);
      await passDay(kabir);
      await sweepDeleted();
      expect(await db().notification.count({ where: { receiverId: kabir.id } })).toBe(0);
      expect((await again()) as object).toMatchObject({ created: true });
    });

    test("is independent of the notification for joining a circle", async () => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      await send(ishita, { receiverId: kabir.id, type: "follow" });
      await setCircle(ishita.viewer, kabir.id, true);
      expect((await inboxOf(kabir)).map(({ type, custom, message }) => [type, custom, message])).toEqual([
        ["follow", false, "joined your circle"],
        ["follow", true, "says hello"],
      ]);
      await setCircle(ishita.viewer, kabir.id, false);
      expect((await inboxOf(kabir)).map(({ custom }) => custom)).toEqual([true]);
    });

    test("treats an empty post id, as sent by an empty field, as none", async () => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      const reply = await send(ishita, { receiverId: ` ${kabir.id.toUpperCase()} `, postId: " " });
      expect(reply.read(newNotificationAnswer).notification.postId).toBeNull();
    });

    test("can't be sent to oneself", async () => {
      const ishita = await createMember();
      const before = await countAll();
      expect((await send(ishita, { receiverId: ishita.id })).status).toBe(400);
      expect(await countAll()).toBe(before);
    });

    test("can't be sent to an unknown, unverified or inactive person", async () => {
      const ishita = await createMember();
      const newcomer = await createNewcomer();
      const gone = await createUser({ isActive: false });
      for (const receiverId of [randomUUID(), "not-an-id", "", newcomer.id, gone.id]) {
        const reply = await send(ishita, { receiverId });
        expect([reply.status, reply.body]).toEqual([404, { error: "not_found", message: "User not found" }]);
      }
    });

    test.each([
      ["no message", { message: "" }],
      ["an invisible message", { message: "\u200b \u200d" }],
      ["a message that is too long", { message: "x".repeat(MESSAGE_MAX + 1) }],
      ["an unknown type", { type: "poke" }],
      ["an operator in place of an id", { receiverId: { contains: "a" } }],
    ])("rejects %s", async (_name, fields) => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      const body = { receiverId: kabir.id, type: "like", message: "hello", ...fields };
      expect((await api.post("/notifications", { token: ishita.token, body })).status).toBe(400);
      expect(await inboxOf(kabir)).toEqual([]);
    });

    test("is from the caller, no matter whom the body names", async () => {
      const [ishita, kabir, other] = [await createMember(), await createMember(), await createMember()];
      const body = { receiverId: kabir.id, type: "like", message: "hello", senderId: other.id };
      const reply = await api.post("/notifications", { token: ishita.token, body });
      expect(reply.read(newNotificationAnswer).notification.senderId?._id).toBe(ishita.id);
    });

    test("is limited to 30 an hour", async () => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      for (let i = 0; i < 30; i++)
        expect((await send(ishita, { receiverId: kabir.id })).status).toBeLessThan(300);
      const rejected = await send(ishita, { receiverId: kabir.id });
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(0);
    });

    test("stands beside one of another type on the same day", async () => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      for (const type of ["like", "comment", "follow"]) {
        expect((await send(ishita, { receiverId: kabir.id, type })).status).toBe(201);
      }
      expect((await inboxOf(kabir)).map(({ type, custom }) => [type, custom])).toEqual([
        ["follow", true],
        ["comment", true],
        ["like", true],
      ]);
    });
  });

  describe("who takes what is sent by hand", () => {
    const prefer = (member: Member, path: string, body: object) =>
      api.put(`/${path}/preferences`, { token: member.token, body });
    const rejected = (message: string) => ({ status: 403, body: { error: "forbidden", message } });
    const NONE = "This member takes no notifications from members.";
    const OTHERS = "This member only takes notifications from people they have joined.";

    test.each([true, null])("everybody at first, of any newcomer (isAdult: %s)", async (isAdult) => {
      const [me, sender] = [
        await createMember({ isAdult }),
        await createMember({ isAdult: null, verifiedAt: new Date() }),
      ];
      for (const type of ["like", "comment", "follow"])
        expect((await send(sender, { receiverId: me.id, type })).status).toBe(201);
      expect(await inboxOf(me)).toHaveLength(3);
    });

    test.each([
      ["people under 18", { isAdult: false }],
      ["people who have switched it off", { mutedCustom: true }],
      ["people under 18 who have switched it off", { isAdult: false, mutedCustom: true }],
    ])("not %s, who all answer the same to everybody", async (_name, fields) => {
      const [me, stranger, joined] = [await createMember(fields), await createMember(), await createMember()];
      await setCircle(me.viewer, joined.id, true);
      for (const sender of [stranger, joined])
        expect(await send(sender, { receiverId: me.id })).toMatchObject(rejected(NONE));
      expect(await db().notification.count({ where: { receiverId: me.id } })).toBe(0);
    });

    test("those whom one has joined or answered alone, once one has chosen so", async () => {
      const [me, joined, joiner, answered] = await createMembers(4);
      if (!me || !joined || !joiner || !answered) throw new Error("No member.");
      await prefer(me, "notifications", { customFromEveryone: false });
      await setCircle(me.viewer, joined.id, true);
      await setCircle(joiner.viewer, me.id, true);
      const conversationId = await createConversation(answered, me);
      await createMessage({ conversationId, sender: answered });
      expect(await send(answered, { receiverId: me.id })).toMatchObject(rejected(OTHERS));
      await createMessage({ conversationId, sender: me });
      expect((await send(joined, { receiverId: me.id })).status).toBe(201);
      expect((await send(answered, { receiverId: me.id })).status).toBe(201);
      expect(await send(joiner, { receiverId: me.id })).toMatchObject(rejected(OTHERS));
      await prefer(me, "notifications", { customFromEveryone: true });
      expect((await send(joiner, { receiverId: me.id })).status).toBe(201);
    });

    test("nobody across a block, in either direction", async () => {
      const [me, sender] = [await createMember(), await createMember()];
      await api.post(`/users/${me.id}/block`, { token: sender.token, body: { blocked: true } });
      for (const [from, to] of [
        [me, sender],
        [sender, me],
      ] as const)
        expect(await send(from, { receiverId: to.id })).toMatchObject({ status: 404 });
    });

    test("nothing reaches who takes no messages of the sender", async () => {
      const [me, joiner] = [await createMember(), await createMember()];
      await setCircle(joiner.viewer, me.id, true);
      await prefer(me, "conversations", { whoCanMessage: "circle" });
      expect(await send(joiner, { receiverId: me.id })).toMatchObject(
        rejected("This member only accepts messages from people they have joined."),
      );
      await setCircle(me.viewer, joiner.id, true);
      await prefer(me, "conversations", { whoCanMessage: "nobody" });
      expect(await send(joiner, { receiverId: me.id })).toMatchObject(
        rejected("This member doesn't accept new messages."),
      );
      expect(await db().notification.count({ where: { receiverId: me.id, customType: { not: null } } })).toBe(
        0,
      );
    });

    test("three messages that wait are all a stranger has", async () => {
      const [me, stranger] = [await createMember(), await createMember()];
      const conversationId = await createConversation(stranger, me);
      for (let count = 0; count < 3; count++) await createMessage({ conversationId, sender: stranger });
      expect(await send(stranger, { receiverId: me.id })).toMatchObject({
        status: 403,
        error: "request_pending",
      });
    });

    test("a link is sent four times a day, and the fifth person gets none", async () => {
      const me = await createMember();
      const message = "Look: https://shop.example/deal";
      const fans = await Promise.all(Array.from({ length: 5 }, () => createMember()));
      const statuses: number[] = [];
      for (const { id } of fans) statuses.push((await send(me, { receiverId: id, message })).status);
      expect(statuses).toEqual([201, 201, 201, 201, 429]);
      expect(await db().moderationCase.count()).toBe(0);
    });

    test("fifty strangers a day, and people who joined the sender are none", async () => {
      const me = await createMember();
      const fan = await createMember();
      await setCircle(fan.viewer, me.id, true);
      await takeLimit("notify_stranger", me.id);
      await db().sql`UPDATE rate_limits SET count = 49 WHERE key = ${`notify_stranger:${me.id}`}`;
      const sendTo = async ({ id }: Member) => (await send(me, { receiverId: id })).status;
      const [first, second] = [await createMember(), await createMember()];
      expect([await sendTo(first), await sendTo(second), await sendTo(fan)]).toEqual([201, 429, 201]);
    });

    test("its receiver can report it, and moderators read a copy and remove it", async () => {
      const [me, sender] = [await createMember(), await createMember({ name: "Kabir Rao" })];
      const message = "I know where you live.";
      const sent = (await send(sender, { receiverId: me.id, message })).read(newNotificationAnswer);
      const body = { subject: "notification", subjectId: sent.notification._id, reason: "harassment" };
      expect((await api.post("/reports", { token: sender.token, body })).status).not.toBe(500);
      expect((await api.post("/reports", { token: me.token, body })).status).toBe(201);
      const { token } = await createStaff();
      const list = await api.get("/moderation/cases", { token, query: { state: "open" } });
      const [found] = (list.body as { cases: { _id: string; subject: string }[] }).cases;
      expect(found).toMatchObject({ subject: "notification" });
      const detail = await api.get(`/moderation/cases/${found?._id}`, { token });
      expect(detail.body).toMatchObject({
        case: { current: "shown", snapshot: { versions: [{ name: "Kabir Rao", text: message }] } },
      });
      const decision = { outcome: "removed", reason: "Threats are against the guidelines." };
      const decided = await api.post(`/moderation/cases/${found?._id}/decision`, { token, body: decision });
      expect(decided.status).toBeLessThan(300);
      expect(JSON.stringify(await inboxOf(me))).not.toContain(message);
    });
  });

  describe("POST /api/notifications after a like or comment", () => {
    /** What clients say of each event. */
    const MESSAGES: Record<string, string> = {
      like: "liked your post",
      comment: "commented on your post",
      follow: "started following you",
    };

    test("returns the notification of the like", async () => {
      const [author, fan] = [await createMember(), await createMember()];
      const post = await createPost({ author });
      await api.post(`/posts/${post.id}/like`, { token: fan.token });
      const message = `${fan.user.name} liked your post!`;
      const reply = await send(fan, { receiverId: author.id, postId: post.id, message });
      expect(reply.status).toBe(200);
      const { notification, created } = reply.read(newNotificationAnswer);
      expect(created).toBe(false);
      expect(notification).toMatchObject({ message: "liked your post", custom: false });
      expect(notification.postId?._id).toBe(post.id);
      expect(await inboxOf(author)).toEqual([notification]);
    });

    test("returns the notification of a join, with or without a post", async () => {
      const [author, fan] = [await createMember(), await createMember()];
      const post = await createPost({ author });
      await setCircle(fan.viewer, author.id, true);
      for (const postId of [null, post.id]) {
        const reply = await send(fan, {
          receiverId: author.id,
          type: "follow",
          postId,
          message: "joined your circle",
        });
        const { notification, created } = reply.read(newNotificationAnswer);
        expect(created).toBe(false);
        expect(await inboxOf(author)).toEqual([notification]);
        expect(notification.message).toBe("joined your circle");
      }
    });

    test.each(["like", "comment", "follow"])(
      "never reveals whether a %s was seen, deleted or swept, and never rewrites it",
      async (type) => {
        const [author, fan] = [await createMember(), await createMember()];
        const post = await createPost({ author });
        const setEvent = async (on: boolean) => {
          if (type === "like") await setLike(fan.viewer, post.id, on);
          if (type === "follow") await setCircle(fan.viewer, author.id, on);
        };
        await setEvent(true);
        if (type === "comment") await createComment({ post, author: fan });
        const sendOwn = async () => {
          const { notification, created } = (
            await send(fan, {
              receiverId: author.id,
              type,
              postId: type === "follow" ? null : post.id,
              message: MESSAGES[type],
            })
          ).read(newNotificationAnswer);
          // The time of the event is no secret to its sender.
          return { created, ...notification, createdAt: "" };
        };
        const untouched = await sendOwn();
        expect(untouched).toMatchObject({ created: false, seen: false, custom: false });
        await api.put(`/notifications/${untouched._id}/seen`, { token: author.token });
        expect(await sendOwn()).toEqual(untouched);
        await api.delete(`/notifications/${untouched._id}`, { token: author.token });
        expect(await sendOwn()).toEqual(untouched);
        await db().notification.deleteMany({ where: { receiverId: author.id } });
        expect(await sendOwn()).toEqual(untouched);
        expect(await inboxOf(author)).toEqual([]);
        // Redone, it has the same id whether it was seen or not.
        await setEvent(false);
        await setEvent(true);
        expect(await sendOwn()).toEqual(untouched);
      },
    );

    test("returns the notification of the comment", async () => {
      const [author, fan] = [await createMember(), await createMember()];
      const post = await createPost({ author });
      await api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content: "Which roof?" } });
      for (const message of ["commented: “Which roof?”", "Someone commented on your post: Which ro…"]) {
        const reply = await send(fan, { receiverId: author.id, postId: post.id, type: "comment", message });
        expect(reply.read(newNotificationAnswer)).toMatchObject({
          created: false,
          notification: { message: "commented: “Which roof?”" },
        });
      }
      expect(await inboxOf(author)).toHaveLength(1);
    });

    test.each(["like", "comment", "follow"])(
      "one's own words after a %s are a notification",
      async (type) => {
        const [author, fan] = [await createMember(), await createMember()];
        const post = await createPost({ author });
        await setLike(fan.viewer, post.id, true);
        await createComment({ post, author: fan, content: "Which roof?" });
        await setCircle(fan.viewer, author.id, true);
        const message = "commented: I was there, too";
        const reply = await send(fan, { receiverId: author.id, type, postId: post.id, message });
        expect(reply.status).toBe(201);
        const { notification } = reply.read(newNotificationAnswer);
        expect(notification).toMatchObject({ type, custom: true, message, postId: { _id: post.id } });
        const inbox = await inboxOf(author);
        expect(inbox).toHaveLength(4);
        expect(inbox[0]).toEqual(notification);
        // Taking the comment back and another one leave it alone.
        await db()
          .comment.findFirstOrThrow({ where: { postId: post.id } })
          .then(({ id }) => api.delete(`/posts/${post.id}/comments/${id}`, { token: fan.token }));
        await createComment({ post, author: fan, content: "Again" });
        expect(await inboxOf(author)).toContainEqual(notification);
      },
    );

    test.each(["like", "comment", "follow"])("a %s that did not happen is shown as words", async (type) => {
      const [author, stranger] = [await createMember(), await createMember()];
      const post = await createPost({ author });
      const fields = { receiverId: author.id, postId: post.id, type, message: MESSAGES[type] ?? "" };
      const reply = await send(stranger, fields);
      expect(reply.status).toBe(201);
      const { notification } = reply.read(newNotificationAnswer);
      expect(notification).toMatchObject({ type, custom: true, seen: false });
      expect(await inboxOf(author)).toEqual([notification]);
      expect(await db().like.count({ where: { postId: post.id } })).toBe(0);
    });

    test("of further comments is one while it is unseen, and a new one after that", async () => {
      const [author, fan] = [await createMember(), await createMember()];
      const post = await createPost({ author });
      const comment = async (content: string) => {
        const reply = await api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content } });
        return (reply.body as { comment: { _id: string } }).comment._id;
      };
      const quotes = async () => (await inboxOf(author)).map(({ message, seen }) => [message, seen]);
      await comment("One");
      const second = await comment("Two");
      expect(await quotes()).toEqual([["commented: “Two”", false]]);
      const fields = { receiverId: author.id, postId: post.id, type: "comment", message: MESSAGES.comment };
      const before = (await send(fan, fields)).read(newNotificationAnswer).notification;
      await api.put("/notifications/mark-all-seen", { token: author.token });
      const third = await comment("Three");
      await comment("Four");
      expect(await quotes()).toEqual([
        ["commented: “Four”", false],
        ["commented: “Two”", true],
      ]);
      // Its sender does not learn that there are two.
      const after = (await send(fan, fields)).read(newNotificationAnswer).notification;
      expect(after._id).toBe(before._id);
      const remove = (id: string) => api.delete(`/posts/${post.id}/comments/${id}`, { token: fan.token });
      await remove(second);
      expect(await quotes()).toEqual([["commented: “Four”", false]]);
      await remove(third);
      expect(await quotes()).toEqual([["commented: “Four”", false]]);
    });

    test("a post of someone else's goes along, while its receiver may see it", async () => {
      const [me, friend, author] = [await createMember(), await createMember(), await createMember()];
      const post = await createPost({ author });
      const message = "Is that you?";
      const reply = await send(friend, { receiverId: me.id, postId: post.id, message });
      expect(reply.read(newNotificationAnswer).notification).toMatchObject({ postId: { _id: post.id } });
      expect(await inboxOf(me)).toMatchObject([{ custom: true, message, postId: { _id: post.id } }]);
      const block = (blocked: boolean) =>
        api.post(`/users/${me.id}/block`, { token: author.token, body: { blocked } });
      await block(true);
      expect(await inboxOf(me)).toEqual([]);
      expect((await send(friend, { receiverId: me.id, postId: post.id, message })).status).toBe(200);
      await block(false);
      expect(await inboxOf(me)).toHaveLength(1);
    });

    test.each([randomUUID(), "not-an-id"])("answers 404 for the unknown post %s", async (postId) => {
      const [ishita, kabir] = [await createMember(), await createMember()];
      for (const type of ["like", "comment", "follow"]) {
        expect((await send(ishita, { receiverId: kabir.id, type, postId })).status).toBe(404);
      }
    });
  });
});

describe("preferences", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

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
});
