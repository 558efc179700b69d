import { setCircle } from "@/lib/circles/server/circle";
import { addComment } from "@/lib/comments/server/comments";
import { caseAnswer } from "@/lib/moderation/schema";
import { notificationsAnswer } from "@/lib/notifications/schema";
import { db, transaction } from "@/lib/platform/db";
import { setLike } from "@/lib/posts/server/like";
import { withholdPost } from "@/lib/posts/server/withhold";
import { BLOCKS_MAX, TOO_MANY_BLOCKS, WORDS_MAX, WORDS_TOO_LONG } from "@/lib/safety/policy";
import { blocksAnswer, mutesAnswer, wordsAnswer } from "@/lib/safety/schema";
import { setBlock } from "@/lib/safety/server/block";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import {
  createAsset,
  createComment,
  createConversation,
  createMember,
  createMembers,
  createMessage,
  createPost,
  createStaff,
  type Member,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** Blocking, muting, and what is hidden until it is decided. */

beforeAll(liftLimits);

describe("blocking and muting", () => {
  beforeAll(useTestDatabase);

  const block = (me: Member, other: { id: string }, blocked = true) =>
    api.post(`/users/${other.id}/block`, { token: me.token, body: { blocked } });
  const mute = (me: Member, other: { id: string }, body: unknown = { muted: true }) =>
    api.post(`/users/${other.id}/mute`, { token: me.token, body });

  async function pairOf(): Promise<[Member, Member]> {
    return [await createMember(), await createMember()];
  }

  /** The calls by which one person reaches another, with the status of each. */
  async function reach(me: Member, other: Member, postId: string, conversationId: string) {
    const { token } = me;
    const statuses: Record<string, number> = {};
    const call = async (name: string, path: string, body?: unknown) => {
      statuses[name] = (await api.post(path, { token, body })).status;
    };
    await call("like", `/posts/${postId}/like`, { liked: true });
    await call("comment", `/posts/${postId}/comments`, { content: "Hi" });
    await call("share", `/posts/${postId}/share`);
    await call("bookmark", `/posts/${postId}/bookmark`, { bookmarked: true });
    await call("join", `/users/${other.id}/follow`, { inCircle: true });
    await call("notify", "/notifications", { receiverId: other.id, type: "like", message: "Hi" });
    await call("begin", "/conversations", { userId: other.id });
    const message = () => ({ text: "Hi", clientId: crypto.randomUUID() });
    await call("write", `/conversations/${conversationId}/messages`, message());
    const friend = await createMember();
    const toFriend = await createConversation(me, friend);
    await call("send on", `/conversations/${toFriend}/messages`, { ...message(), postId });
    return statuses;
  }

  test("two people of whom one has blocked the other can't reach each other", async () => {
    const [me, other] = await pairOf();
    const [mine, theirs] = [await createPost({ author: me }), await createPost({ author: other })];
    const conversationId = await createConversation(me, other);
    await createMessage({ conversationId, sender: me });
    await createMessage({ conversationId, sender: other });
    expect(await block(me, other)).toMatchObject({ status: 200, body: { isBlocked: true } });
    expect((await block(me, other)).body).toEqual({ isBlocked: true });
    const nothing = {
      like: 404,
      comment: 404,
      share: 404,
      bookmark: 404,
      join: 404,
      notify: 404,
      begin: 404,
    };
    // As with a deleted member: the conversation is there, and its other person is not.
    const rejected = { ...nothing, write: 403, "send on": 404 };
    expect(await reach(me, other, theirs.id, conversationId)).toEqual(rejected);
    expect(await reach(other, me, mine.id, conversationId)).toEqual(rejected);
    for (const { token } of [me, other]) {
      expect((await api.get(`/conversations/${conversationId}`, { token })).body).toMatchObject({
        conversation: {
          with: null,
          canWrite: false,
          cannotWrite: "You can't send messages to this member any more.",
        },
      });
    }
    expect((await block(me, other, false)).body).toEqual({ isBlocked: false });
    const reached = await reach(other, me, mine.id, conversationId);
    expect(Object.values(reached).filter((status) => status >= 300)).toEqual([]);
  });

  test("a block ends both circles, notifications and waiting pushes, and unblocking restores none", async () => {
    const [me, other] = await pairOf();
    const post = await createPost({ author: me });
    await setCircle(me.viewer, other.id, true);
    await setCircle(other.viewer, me.id, true);
    await setLike(other.viewer, post.id, true);
    await addComment(other.viewer, post.id, "Mine stays");
    await block(me, other);
    expect(await db().follow.count({ where: { followerId: { in: [me.id, other.id] } } })).toBe(0);
    const counters = { followersCount: 0, followingCount: 0 };
    for (const { id } of [me, other]) {
      expect(await db().user.findUnique({ where: { id } })).toMatchObject(counters);
    }
    const notifications = await db().notification.findMany({
      where: { senderId: { in: [me.id, other.id] } },
    });
    expect(notifications).toHaveLength(4);
    expect(notifications.filter(({ deletedAt }) => deletedAt === null)).toEqual([]);
    // Likes and comments stay, and so do their counts.
    expect((await api.get(`/posts/${post.id}`, { token: me.token })).body).toMatchObject({
      post: { likesCount: 1, commentsCount: 1, likes: [] },
    });
    await block(me, other, false);
    expect(await db().follow.count({ where: { followerId: { in: [me.id, other.id] } } })).toBe(0);
    expect((await api.get("/notifications", { token: me.token })).body).toMatchObject({ totalCount: 0 });
    expect((await api.get(`/posts/${post.id}`, { token: me.token })).body).toMatchObject({
      post: { likes: [other.id] },
    });
    expect(await findDrift()).toEqual([]);
  });

  test("the conversation leaves the blocker's list and count, and comes back unread; to the blocked the other is gone", async () => {
    const [me, other] = await pairOf();
    const conversationId = await createConversation(me, other);
    await createMessage({ conversationId, sender: me });
    await createMessage({ conversationId, sender: other });
    const read = async ({ token }: Member) => {
      const [inbox, requests, unread] = await Promise.all([
        api.get("/conversations", { token }),
        api.get("/conversations", { token, query: { box: "requests" } }),
        api.get("/conversations/unread", { token }),
      ]);
      return JSON.stringify([inbox.body, requests.body, unread.body]);
    };
    const before = [await read(me), await read(other)];
    for (const [blocker, blocked] of [[me, other] as const, [other, me] as const]) {
      const deleted = await read(blocked);
      await block(blocker, blocked);
      expect(await read(blocker)).toEqual(await read(await createMember()));
      const { body } = await api.get("/conversations", { token: blocked.token });
      expect(body).toMatchObject({
        conversations: [{ _id: conversationId, with: null, canWrite: false, updatedAt: expect.any(String) }],
      });
      expect(JSON.stringify(body)).not.toContain(blocker.id);
      const reply = await api.get(`/conversations/${conversationId}/messages`, { token: blocked.token });
      expect((reply.body as { messages: { senderId: string | null }[] }).messages).toHaveLength(2);
      await block(blocker, blocked, false);
      expect(await read(blocked)).toEqual(deleted);
      expect([await read(me), await read(other)]).toEqual(before);
    }
  });

  describe("what a friend does under a post of someone else", () => {
    /** A friend has answered, named and liked `me` under the post of a third. */
    async function notifiedUnderPost() {
      const [me, friend, author] = (await createMembers(3)) as [Member, Member, Member];
      const post = await createPost({ author });
      const mine = await createComment({ post, author: me });
      const path = `/posts/${post.id}/comments`;
      const { token } = friend;
      await api.post(path, { token, body: { content: "A reply", replyTo: mine } });
      await api.post(path, { token, body: { content: `With @${me.user.username}` } });
      await api.post(`${path}/${mine}/like`, { token, body: { liked: true } });
      const listed = async () =>
        (await api.get("/notifications", { token: me.token })).read(notificationsAnswer);
      const before = await listed();
      expect(before.notifications.map(({ type }) => type).sort()).toEqual([
        "comment_like",
        "mention",
        "reply",
      ]);
      return { me, author, post, listed, ids: before.notifications.map(({ _id }) => _id) };
    }

    test.each(["the author blocks", "oneself blocks", "is deactivated", "is withheld"])(
      "is in no notification once it is hidden: %s",
      async (how) => {
        const { me, author, post, listed, ids } = await notifiedUnderPost();
        if (how === "the author blocks") await setBlock(author.viewer, me.id, true);
        else if (how === "oneself blocks") await setBlock(me.viewer, author.id, true);
        else if (how === "is withheld") await transaction((tx) => withholdPost(tx, post.id, null));
        else await db().user.update({ where: { id: author.id }, data: { isActive: false } });
        expect(await listed()).toMatchObject({ notifications: [], totalCount: 0, unreadCount: 0 });
        for (const id of ids) {
          expect((await api.put(`/notifications/${id}/seen`, { token: me.token })).status).toBe(404);
        }
      },
    );
  });

  describe("the race of a block with what the other does", () => {
    const ROUNDS = 4;
    test.each([true, false])("leaves nothing to see and true counters (block first: %s)", async (first) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [me, other] = await pairOf();
        const post = await createPost({ author: me });
        const conversationId = await createConversation(me, other);
        await createMessage({ conversationId, sender: me });
        const acts = [
          () => api.post(`/posts/${post.id}/like`, { token: other.token, body: { liked: true } }),
          () => api.post(`/posts/${post.id}/comments`, { token: other.token, body: { content: "Hi" } }),
          () => api.post(`/users/${me.id}/follow`, { token: other.token, body: { inCircle: true } }),
          () =>
            api.post(`/conversations/${conversationId}/messages`, {
              token: other.token,
              body: { text: "Hi", clientId: crypto.randomUUID() },
            }),
        ];
        const blocking = () => block(me, other);
        const calls = first ? [blocking, ...acts] : [...acts, blocking];
        const replies = await Promise.all(calls.map((call) => call()));
        expect(replies.filter(({ status }) => ![200, 201, 403, 404].includes(status))).toEqual([]);
        for (const path of ["/notifications", "/conversations", `/posts/${post.id}`, `/users/${me.id}`]) {
          const { body } = await api.get(path, { token: me.token });
          expect(JSON.stringify(body)).not.toContain(other.id);
        }
        expect(await db().follow.count({ where: { followerId: other.id } })).toBe(0);
        expect((await api.get("/conversations/unread", { token: me.token })).body).toMatchObject({
          unreadCount: 0,
        });
      }
      expect(await findDrift()).toEqual([]);
    });

    test("two people who block each other at once both do, until both are done with it", async () => {
      const [me, other] = await pairOf();
      const replies = await Promise.all([block(me, other), block(other, me)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      await block(me, other, false);
      expect((await api.get(`/users/${other.id}`, { token: me.token })).status).toBe(404);
      await block(other, me, false);
      expect((await api.get(`/users/${other.id}`, { token: me.token })).status).toBe(200);
    });
  });

  test("blocked and muted people are listed, the latest first, in pages", async () => {
    const [me, ...others] = await createMembers(4);
    if (!me) throw new Error("No member.");
    for (const other of others) {
      await block(me, other);
      await mute(me, await createMember());
    }
    const first = (await api.get("/safety/blocks", { token: me.token, query: { limit: 2 } })).read(
      blocksAnswer,
    );
    const query = { limit: 2, cursor: first.nextCursor ?? "" };
    const second = (await api.get("/safety/blocks", { token: me.token, query })).read(blocksAnswer);
    const ids = [...first.people, ...second.people].map(({ _id }) => _id);
    expect(ids).toEqual(others.map(({ id }) => id).reverse());
    expect([first.hasMore, second.hasMore, second.nextCursor]).toEqual([true, false, null]);
    const mutes = (await api.get("/safety/mutes", { token: me.token })).read(mutesAnswer);
    expect(mutes.people.map(({ mutedUntil }) => mutedUntil)).toEqual([null, null, null]);
    await db().mute.updateMany({ where: { muterId: me.id }, data: { until: new Date(0) } });
    expect((await api.get("/safety/mutes", { token: me.token })).read(mutesAnswer).people).toEqual([]);
  });

  test("the lists show a year only to whom its person shows it, and nothing of the blocked", async () => {
    const [me, open, closed, joined, blocked] = (await createMembers(5)) as [
      Member,
      Member,
      Member,
      Member,
      Member,
    ];
    await db().user.updateMany({ data: { department: "CSE", batch: 2027 } });
    const hidden = { id: { in: [closed.id, joined.id] } };
    await db().user.updateMany({ where: hidden, data: { whoSeesBatch: "circle" } });
    await setCircle(joined.viewer, me.id, true);
    for (const other of [open, closed, joined]) await mute(me, other);
    await block(me, blocked);
    const labels = async (path: string, answer: typeof mutesAnswer | typeof blocksAnswer) =>
      (await api.get(path, { token: me.token }))
        .read(answer)
        .people.map(({ affiliation }) => affiliation.label);
    expect(await labels("/safety/mutes", mutesAnswer)).toEqual(["CSE ’27", "CSE", "CSE ’27"]);
    expect(await labels("/safety/blocks", blocksAnswer)).toEqual([""]);
  });

  test("who blocked finds the conversation with the blocked, unless they have deleted it", async () => {
    const [me, other] = await pairOf();
    const [conversationId] = [
      await createConversation(me, other),
      await createConversation(other, await createMember()),
    ];
    await createMessage({ conversationId, sender: other });
    await block(me, other);
    const found = async () => {
      const { people } = (await api.get("/safety/blocks", { token: me.token })).read(blocksAnswer);
      return people.map((person) => person.conversationId);
    };
    expect(await found()).toEqual([conversationId]);
    await api.delete(`/conversations/${conversationId}`, { token: me.token });
    expect(await found()).toEqual([null]);
  });

  test("no one blocks or mutes themselves, the unknown, or more than the most people", async () => {
    const [me, other] = await pairOf();
    const unknown = { id: crypto.randomUUID() };
    expect(await block(me, me)).toMatchObject({
      status: 400,
      body: { message: "You can't block yourself." },
    });
    expect(await mute(me, me)).toMatchObject({ status: 400, body: { message: "You can't mute yourself." } });
    for (const reply of [
      await block(me, unknown),
      await block(me, unknown, false),
      await mute(me, unknown),
    ]) {
      expect(reply).toMatchObject({ status: 404, error: "not_found" });
    }
    const past = { muted: true, until: new Date(Date.now() - 1_000).toISOString() };
    expect((await mute(me, other, past)).status).toBe(400);
    const yearTenThousand = { muted: true, until: "9999-12-31T23:59:59-01:00" };
    expect((await mute(me, other, yearTenThousand)).status).toBe(400);
    await db().sql`
    INSERT INTO users (id, email) SELECT gen_random_uuid(), 'blocked.' || i || '@mitsgwl.ac.in' FROM generate_series(1, ${BLOCKS_MAX}::int) i`;
    await db().sql`
    INSERT INTO blocks (blocker_id, blocked_id) SELECT ${me.id}::uuid, id FROM users WHERE email LIKE 'blocked.%'`;
    expect(await block(me, other)).toMatchObject({ status: 400, body: { message: TOO_MANY_BLOCKS } });
    expect(await db().block.count({ where: { blockedId: other.id } })).toBe(0);
  });

  test("words are muted and unmuted, at most two hundred", async () => {
    const me = await createMember();
    const send = (word: string, muted = true) =>
      api.post("/safety/words", { token: me.token, body: { word, muted } });
    expect((await send(" Exam  Week ")).read(wordsAnswer).words).toEqual(["exam week"]);
    expect((await send("EXAM WEEK")).read(wordsAnswer).words).toEqual(["exam week"]);
    expect((await send("#Exam")).read(wordsAnswer).words.sort()).toEqual(["#exam", "exam week"]);
    expect((await send("exam week", false)).read(wordsAnswer).words).toEqual(["#exam"]);
    expect((await send("#exam", false)).read(wordsAnswer).words).toEqual([]);
    expect(await db().user.findUnique({ where: { id: me.id } })).toMatchObject({ mutedPattern: null });
    const words = Array.from({ length: WORDS_MAX - 1 }, (_, number) => `word ${number}`);
    await db().mutedWord.createMany({ data: words.map((word) => ({ userId: me.id, word })) });
    expect((await send("the last word")).read(wordsAnswer).words).toHaveLength(WORDS_MAX);
    expect(await send("one more")).toMatchObject({
      status: 400,
      body: { message: "You can mute at most 200 words. Remove one first." },
    });
    await createPost({ caption: "It is WORD 198!" });
    expect(JSON.stringify((await api.get("/posts", { token: me.token })).body)).not.toContain("WORD 198");
  });

  test("words that are too long together are rejected, and can be removed", async () => {
    const me = await createMember();
    const wordOf = (character: string, number: number) => `${number} ${character.repeat(45)}`;
    const have = (character: string, count: number) =>
      db().mutedWord.createMany({
        data: Array.from({ length: count }, (_, number) => ({
          userId: me.id,
          word: wordOf(character, number),
        })),
      });
    const send = (word: string, muted = true) =>
      api.post("/safety/words", { token: me.token, body: { word, muted } });
    await have("ж", WORDS_MAX - 1);
    expect((await send(wordOf("ж", WORDS_MAX))).status).toBe(200);
    await db().mutedWord.deleteMany({ where: { userId: me.id } });

    await have("👨‍👩‍👧‍👦", 100);
    expect(await send("one more")).toMatchObject({ status: 400, body: { message: WORDS_TOO_LONG } });
    expect((await send(wordOf("👨‍👩‍👧‍👦", 0), false)).read(wordsAnswer).words).toHaveLength(99);
  });

  test("people who ask for the feed at once get each their own", async () => {
    const [me, other, stranger] = [await createMember(), await createMember(), await createMember()];
    const post = await createPost({ author: other, caption: "By the other" });
    await setBlock(me.viewer, other.id, true);
    const members = [stranger, me, stranger, me, other];
    const pages = await Promise.all(members.map(({ token }) => api.get("/posts", { token })));
    expect(pages.map(({ body }) => JSON.stringify(body).includes(post.id))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });
});

describe("what harms with every minute", () => {
  beforeAll(useTestDatabase);

  const report = (me: Member, subject: string, subjectId: string, more: Record<string, unknown>) =>
    api.post("/reports", { token: me.token, body: { subject, subjectId, ...more } });
  const caseOf = (subjectId: string) =>
    db().moderationCase.findFirstOrThrow({ where: { subjectId, closedAt: null } });

  const read = ({ token }: Member, id: string) => api.get(`/posts/${id}`, { token });
  const hidden = async (id: string) => {
    const { withheldAt } = await db().post.findUniqueOrThrow({ where: { id } });
    return withheldAt !== null;
  };

  test.each(["nudity", "private_information", "sexual_under_18"])(
    "%s hides a post at once from all but its author, who is notified, until someone decides",
    async (reason) => {
      const [me, author] = (await createMembers(2)) as [Member, Member];
      const { id } = await createPost({ author });
      await report(me, "post", id, { reason });
      expect(await read(me, id)).toMatchObject({ status: 404 });
      expect(await read(author, id)).toMatchObject({ body: { post: { withheld: { decisionId: null } } } });
      expect((await api.get("/notifications", { token: author.token })).body).toMatchObject({
        notifications: [{ message: "Your post is hidden until moderators have reviewed it." }],
      });
      expect(await findDrift()).toEqual([]);
      const { token } = await createStaff("admin");
      const path = `/moderation/cases/${(await caseOf(id)).id}/decision`;
      await api.post(path, { token, body: { outcome: "no_violation" } });
      expect(await read(me, id)).toMatchObject({ status: 200 });
      expect(await findDrift()).toEqual([]);
    },
  );

  test("hides a comment, and what a profile shows", async () => {
    const [me, third] = (await createMembers(2)) as [Member, Member];
    const other = await createMember({ bio: "Call Rhea: 98765 43210" });
    const avatar = await createAsset(other, { attached: true });
    await db().user.update({ where: { id: other.id }, data: { avatarId: avatar.publicId } });
    const post = await createPost();
    const comment = await createComment({ post, author: other, content: "Call Rhea: 98765 43210" });
    await report(me, "comment", comment, { reason: "private_information" });
    const { body } = await api.get(`/posts/${post.id}/comments`, { token: me.token });
    expect(body).toMatchObject({ comments: [], total: 0 });
    await report(third, "person", other.id, { reason: "private_information" });
    const profile = () =>
      db().user.findUnique({ where: { id: other.id }, select: { bio: true, avatarId: true } });
    expect(await profile()).toEqual({ bio: "", avatarId: null });
    const { token } = await createStaff("admin");
    const path = `/moderation/cases/${(await caseOf(other.id)).id}/decision`;
    const decide = (outcome: string, reason?: string) => api.post(path, { token, body: { outcome, reason } });
    expect(await decide("warned", "Don't share numbers of others.")).toMatchObject({ status: 200 });
    expect(await profile()).toEqual({ bio: "Call Rhea: 98765 43210", avatarId: avatar.publicId });
    expect(await findDrift()).toEqual([]);
  });

  const daysLater = (me: Member, days: number) =>
    db().report.updateMany({
      where: { reporterId: me.id },
      data: { createdAt: new Date(Date.now() - days * 86_400_000) },
    });
  const REASON = "This shows someone who did not agree to it.";
  /** A decision of an admin about the open case; returns its id. */
  const decide = async (subjectId: string, outcome: string) => {
    const { token } = await createStaff("admin");
    const path = `/moderation/cases/${(await caseOf(subjectId)).id}/decision`;
    const reply = await api.post(path, { token, body: { outcome, reason: REASON } });
    return reply.read(caseAnswer).case.decisions[0]?._id ?? "";
  };

  test("is hidden by one report a day until that was decided", async () => {
    const [me, author, other] = (await createMembers(3)) as [Member, Member, Member];
    const ids: string[] = [];
    for (const person of [author, author, other]) ids.push((await createPost({ author: person })).id);
    const [first = "", second = "", third = ""] = ids;
    await Promise.all([first, second].map((id) => report(me, "post", id, { reason: "nudity" })));
    expect((await Promise.all([hidden(first), hidden(second)])).filter(Boolean)).toHaveLength(1);
    await report(me, "post", third, { reason: "nudity" });
    expect(await hidden(third)).toBe(false);
    // It is a report all the same: the staff are notified at once, and someone else's hides it.
    expect(await caseOf(third)).toMatchObject({ severity: 4, isHeld: false });
    await report(await createMember(), "post", third, { reason: "nudity" });
    expect(await hidden(third)).toBe(true);
  });

  test("a report that was right is no use: the next one hides at once, also of the same person", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    for (const outcome of ["removed", "warned"]) {
      const { id } = await createPost({ author });
      await report(me, "post", id, { reason: "nudity" });
      expect(await hidden(id)).toBe(true);
      await decide(id, outcome);
    }
  });

  test.each(["no_violation", "undone"])(
    "a report that ended in %s is one: it hides nothing of that person ever again",
    async (end) => {
      const [me, author, other] = (await createMembers(3)) as [Member, Member, Member];
      const [first, second, third] = [
        await createPost({ author }),
        await createPost({ author }),
        await createPost({ author: other }),
      ];
      await report(me, "post", first.id, { reason: "nudity" });
      const decisionId = await decide(first.id, end === "undone" ? "removed" : "no_violation");
      if (end === "undone") {
        const { token } = await createStaff("admin");
        await api.post(`/moderation/decisions/${decisionId}/undo`, { token, body: { reason: REASON } });
      }
      await daysLater(me, 200);
      await report(me, "post", second.id, { reason: "nudity" });
      expect(await hidden(second.id)).toBe(false);
      await report(me, "post", third.id, { reason: "nudity" });
      expect(await hidden(third.id)).toBe(true);
    },
  );

  const clear = async (subject: string, id: string) => {
    await report(await createMember(), subject, id, { reason: "private_information" });
    await decide(id, "no_violation");
  };

  test("is not hidden again as moderators have left it, and hides content of the staff alike", async () => {
    const moderator = await createStaff();
    const { id } = await createPost({ author: moderator });
    await clear("post", id);
    await report(await createMember(), "post", id, { reason: "nudity" });
    expect(await hidden(id)).toBe(false);
  });

  test("what moderators left was a version: an edit and another picture are hidden", async () => {
    const author = await createMember({ bio: "Hello" });
    const { id } = await createPost({ author, caption: "Nice weather" });
    await clear("post", id);
    await api.put(`/posts/${id}`, { token: author.token, body: { caption: "Call Rhea: 98765 43210" } });
    await report(await createMember(), "post", id, { reason: "private_information" });
    expect(await hidden(id)).toBe(true);

    await clear("person", author.id);
    const profile = () => db().user.findUniqueOrThrow({ where: { id: author.id } });
    await report(await createMember(), "person", author.id, { reason: "nudity" });
    expect(await profile()).toMatchObject({ bio: "Hello" });
    await decide(author.id, "no_violation");
    const banner = await createAsset(author, { attached: true });
    await db().user.update({ where: { id: author.id }, data: { bannerId: banner.publicId } });
    await report(await createMember(), "person", author.id, { reason: "nudity" });
    expect(await profile()).toMatchObject({ bio: "", bannerId: null });
    expect(await findDrift()).toEqual([]);
  });

  test("hides nothing for other reasons", async () => {
    const { id } = await createPost();
    await report(await createMember(), "post", id, { reason: "violence" });
    expect(await hidden(id)).toBe(false);
  });
});
