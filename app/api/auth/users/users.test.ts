import { randomUUID } from "node:crypto";
import { setCircle } from "@/lib/circles/server/circle";
import { addComment } from "@/lib/comments/server/comments";
import { setCommentLike } from "@/lib/comments/server/like";
import { recordConsent } from "@/lib/legal/server/consents";
import { addTime, ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { setBookmark } from "@/lib/posts/server/bookmarks";
import { setLike } from "@/lib/posts/server/like";
import { setPostMute } from "@/lib/posts/server/mute";
import { sharePost } from "@/lib/posts/server/share";
import { emptyOldCases } from "@/lib/reports/server/retention";
import { forgetSessions } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import {
  createAsset,
  createCase,
  createConversation,
  createMember,
  createMembers,
  createMessage,
  createPost,
  createStaff,
  type Member,
  signIn,
} from "@/tests/factories";
import { findLeaks } from "@/tests/leaked-data";
import { lastCode } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

/** Accounts that are deleted, and later accounts of the same people. */

describe("deleting an account", () => {
  beforeAll(useTestDatabase);

  const leave = (member: Member) => api.delete(`/auth/users/${member.id}`, { token: member.token });

  /** A person with every kind of activity, and others active towards them. */
  async function createBusyMember(): Promise<{
    me: Member;
    friend: Member;
    friendsPost: string;
    myPost: string;
  }> {
    const [senior, former] = (await createMembers(2)) as [Member, Member];
    const me = await createMember({ name: "Rohan Gupta", bio: "Leaving soon", collegeId: "0901ME221001" });
    const friend = await createMember();
    const myPost = (await createPost({ author: me, caption: "Farewell #goodbye", mediaCount: 3 })).id;
    const friendsPost = (await createPost({ author: friend, caption: "Staying #hello" })).id;
    await setLike(me.viewer, friendsPost, true);
    await sharePost(me.viewer, friendsPost);
    await transaction((tx) => recordConsent(tx, me.id));
    await addComment(me.viewer, friendsPost, "So long, and thanks for all the chai");
    await addComment(me.viewer, friendsPost, "Twice");
    await addComment(friend.viewer, friendsPost, `Safe travels, @${me.user.username}`);
    await api.put(`/users/${me.id}`, {
      token: me.token,
      body: { bio: `Leaving soon, @${me.user.username}` },
    });
    const { comment } = await addComment(friend.viewer, friendsPost, "Take care");
    await setCommentLike(me.viewer, friendsPost, comment._id, true);
    await setPostMute(me.viewer, friendsPost, true);
    await setLike(friend.viewer, myPost, true);
    await addComment(friend.viewer, myPost, "Don't go");
    await setCircle(me.viewer, friend.id, true);
    await setCircle(friend.viewer, me.id, true);
    await setBookmark(me.viewer, friendsPost, true);
    // A conversation names first whose id is smaller: of each kind one.
    for (const other of [senior, friend]) {
      await createMessage({ conversationId: await createConversation(me, other), sender: me });
    }
    // One of each has a copy of what the person wrote, and one is their own.
    for (const [reporter, subjectId] of [
      [friend, myPost],
      [me, friendsPost],
    ] as const) {
      const body = { subject: "post", subjectId, reason: "spam", text: "Goodbye" };
      expect(await api.post("/reports", { token: reporter.token, body })).toMatchObject({ status: 201 });
    }
    for (const [act, body] of [
      ["mute", { muted: true }],
      ["block", { blocked: true }],
    ] as const) {
      await api.post(`/users/${senior.id}/${act}`, { token: me.token, body });
      await api.post(`/users/${me.id}/${act}`, { token: senior.token, body });
    }
    await api.post(`/users/${former.id}/block`, { token: me.token, body: { blocked: true } });
    await leave(former);
    await api.post("/safety/words", { token: me.token, body: { word: "goodbye", muted: true } });
    const notice = { id: randomUUID(), text: "Exam weeks begin", authorId: me.id };
    await db().notice.create({ data: { ...notice, views: { create: { userId: me.id } } } });
    await api.post("/auth/send-otp", { body: { email: me.user.email }, ip: "192.0.2.4" });
    await db().pushSubscription.create({
      data: {
        id: randomUUID(),
        userId: me.id,
        sessionId: me.viewer.sessionId,
        endpoint: "https://push.example/rohan",
        p256dh: Buffer.from("key"),
        auth: Buffer.from("secret"),
      },
    });
    await createModeration(me, friend);
    await createAffiliation(me);
    const avatar = await createAsset(me, { attached: true });
    await db().user.update({ where: { id: me.id }, data: { avatarId: avatar.publicId } });
    await api.put(`/posts/${myPost}`, { token: me.token, body: { caption: "Farewell, all #goodbye" } });
    return { me, friend, friendsPost, myPost };
  }

  /** Each of the two has decided about the other, undone it and answered an appeal. */
  async function createModeration(me: Member, other: Member) {
    for (const [person, moderator] of [
      [me, other],
      [other, me],
    ] as const) {
      const caseId = await createCase({
        subject: "person",
        subjectId: person.id,
        person,
        reporter: moderator,
      });
      const part = { assigneeId: moderator.id, involvedIds: [moderator.id] };
      await db().moderationCase.update({ where: { id: caseId }, data: part });
      const note = { id: randomUUID(), caseId, authorId: moderator.id, text: "thanks for all the chai" };
      await db().caseNote.create({ data: note });
      const about = { id: randomUUID(), personId: person.id };
      const undone = { undoneById: moderator.id, undoneAt: new Date() };
      const decided = { moderatorId: moderator.id, confirmedById: moderator.id, ...undone };
      await db().decision.create({
        data: { ...about, caseId, ...decided, outcome: "warned", reason: "Please be kinder." },
      });
      await db().appeal.create({
        data: {
          ...about,
          decisionId: about.id,
          text: "No",
          decidedById: moderator.id,
          decidedAt: new Date(),
        },
      });
    }
  }

  /** Asks to be faculty, has decided about it, is on the roster and has put someone on it. */
  async function createAffiliation({ id, user }: Member) {
    const decided = { decidedById: id, decidedAt: new Date() };
    await db().affiliationRequest.create({ data: { userId: id, role: "faculty", ...decided } });
    await db().rosterEntry.create({
      data: { email: "graduate@alumni.example", collegeName: "MITS", role: "alumni", addedById: id },
    });
    await db().rosterEntry.create({
      data: { email: user.email, name: "Rohan Gupta", collegeName: "MITS", role: "faculty" },
    });
  }

  /** The tables with a foreign key to people that hold no row of this person. */
  async function tablesWithout(userId: string): Promise<string[]> {
    const keys = await db().sql<{ table: string; column: string }>`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass ORDER BY 1`;
    const empty: string[] = [];
    for (const { table, column } of keys) {
      const [row] = await db().sql<{ exists: boolean }>`
      SELECT EXISTS (SELECT 1 FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(column)} = ${userId}::uuid)`;
      if (!row?.exists) empty.push(table);
    }
    return empty;
  }

  describe("a person who leaves", () => {
    test("leaves no trace and exact counters", async () => {
      const { me, friend, friendsPost, myPost } = await createBusyMember();
      const laptop = await signIn(me.user);
      // A new table about people needs a row in createBusyMember, or this test proves nothing for it.
      expect(await tablesWithout(me.id)).toEqual([]);
      const assets = await db().mediaAsset.findMany({ where: { ownerId: me.id } });
      const reply = await leave(me);
      expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) } });
      expect(reply.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);

      const personalData = [
        me.id,
        me.user.email,
        "Rohan Gupta",
        "Leaving soon",
        "0901ME221001",
        "thanks for all the chai",
        "Farewell",
      ];
      // A case stores the words it is about until it has been closed for a while.
      await db().moderationCase.updateMany({ data: { closedAt: new Date(Date.now() - 31 * 86_400_000) } });
      await emptyOldCases();
      // The college goes on saying that this address is of its faculty.
      const listed = await db().rosterEntry.findUniqueOrThrow({ where: { email: me.user.email } });
      expect(listed).toMatchObject({ name: "", role: "faculty" });
      expect(await findLeaks(personalData)).toEqual([expect.stringMatching(/^roster_entries:/)]);
      expect(await findDrift()).toEqual([]);

      for (const token of [me.token, laptop.token]) {
        expect(await api.get("/auth/me", { token })).toMatchObject({ status: 401 });
      }
      for (const refreshToken of [me.refreshToken, laptop.refreshToken]) {
        expect(await api.post("/auth/refresh", { body: { refreshToken } })).toMatchObject({ status: 401 });
      }
      expect(await api.get(`/posts/${myPost}`, { token: friend.token })).toMatchObject({ status: 404 });
      expect(await api.get(`/users/${me.id}`, { token: friend.token })).toMatchObject({ status: 404 });
      expect((await api.get(`/posts/${friendsPost}`, { token: friend.token })).body).toMatchObject({
        post: { likesCount: 0, commentsCount: 2 },
      });

      const due = await db().mediaDeletion.findMany({ select: { publicId: true } });
      expect(due.map(({ publicId }) => publicId).sort()).toEqual(
        assets.map(({ publicId }) => publicId).sort(),
      );
    });

    test("can register again as a new person", async () => {
      const me = await createMember();
      await leave(me);
      expect(await api.post("/auth/register", { body: { email: me.user.email } })).toMatchObject({
        status: 201,
      });
    });

    test("may be named by address instead of id", async () => {
      const me = await createMember();
      const query = { email: me.user.email.toUpperCase() };
      expect(await api.delete("/auth/users", { token: me.token, query })).toMatchObject({ status: 200 });
      expect(await db().user.count({ where: { id: me.id } })).toBe(0);
    });

    test("leaves exact counters during concurrent likes, comments and joins", async () => {
      const members = await createMembers(6);
      const posts = await Promise.all(members.map((author) => createPost({ author })));
      const activity = members.flatMap((member, index) =>
        posts.flatMap((post) => [
          api.post(`/posts/${post.id}/like`, { token: member.token }),
          api.post(`/posts/${post.id}/comments`, { token: member.token, body: { content: "Hi" } }),
          api.post(`/users/${posts[(index + 1) % 6]?.authorId}/follow`, {
            token: member.token,
            body: { inCircle: true },
          }),
        ]),
      );
      const leaving = members.slice(0, 3).map((member) => leave(member));
      const replies = await Promise.all([...activity, ...leaving]);
      expect(replies.slice(-3).map((reply) => reply.status)).toEqual([200, 200, 200]);
      expect(await findDrift()).toEqual([]);
      expect(await findLeaks(members.slice(0, 3).map((member) => member.id))).toEqual([]);
    });
  });

  describe("another person's account", () => {
    test("cannot be deleted, by id or by address", async () => {
      const me = await createMember();
      const other = await createMember();
      expect(await api.delete(`/auth/users/${other.id}`, { token: me.token })).toMatchObject({
        status: 403,
        error: "forbidden",
      });
      for (const email of [other.user.email, "unknown@mitsgwl.ac.in"]) {
        const reply = await api.delete("/auth/users", { token: me.token, query: { email } });
        expect(reply).toMatchObject({ status: 403, error: "forbidden" });
      }
      expect(await db().user.findUnique({ where: { id: other.id } })).toEqual(other.user);
      expect(await api.get("/auth/me", { token: other.token })).toMatchObject({ status: 200 });
    });

    test.each([{}, { email: "" }, { email: "no address" }])("%j is rejected", async (query) => {
      const me = await createMember();
      expect(await api.delete("/auth/users", { token: me.token, query })).toMatchObject({ status: 400 });
    });
  });
});

describe("former members", () => {
  beforeAll(useTestDatabase);

  const leave = ({ id, token }: Pick<Member, "id" | "token">) => api.delete(`/auth/users/${id}`, { token });

  /** Signs up with an address over the API, as a person does. */
  async function signUp(email: string): Promise<{ id: string; token: string }> {
    await api.post("/auth/register", { body: { email } });
    await api.post("/auth/send-otp", { body: { email } });
    const body = { email, otp: await lastCode(email) };
    const reply = await api.post("/auth/check-otp", { body });
    expect(reply).toMatchObject({ status: 200 });
    const { accessToken, user } = reply.body as { accessToken: string; user: { _id: string } };
    return { id: user._id, token: accessToken };
  }

  async function comeBack(me: Member) {
    expect(await leave(me)).toMatchObject({ status: 200 });
    expect(await findLeaks([me.user.email, me.user.name])).toEqual([]);
    return signUp(me.user.email);
  }

  test("who had blocked or muted a person has blocked and muted them again", async () => {
    const [me, blocker, muter, briefMuter, gone] = (await createMembers(5)) as [
      Member,
      Member,
      Member,
      Member,
      Member,
    ];
    for (const { token } of [blocker, gone]) {
      await api.post(`/users/${me.id}/block`, { token, body: { blocked: true } });
    }
    const until = addTime(new Date(), 1, "days").toISOString();
    await api.post(`/users/${me.id}/mute`, { token: muter.token, body: { muted: true } });
    await api.post(`/users/${me.id}/mute`, { token: briefMuter.token, body: { muted: true, until } });
    const rows = await db().mute.findMany({
      where: { mutedId: me.id },
      select: { muterId: true, until: true },
    });
    const { id, token } = await comeBack(me);
    await leave(gone);
    expect(await api.get(`/users/${blocker.id}`, { token })).toMatchObject({ status: 404 });
    const blocks = await api.get("/safety/blocks", { token: blocker.token });
    expect(blocks.body).toMatchObject({ people: [{ _id: id }] });
    const conversation = await api.post("/conversations", { token, body: { userId: blocker.id } });
    expect(conversation).toMatchObject({ status: 404 });
    expect(
      await db().mute.findMany({ where: { mutedId: id }, select: { muterId: true, until: true } }),
    ).toEqual(rows);
  });

  test("a block whose owner left meanwhile is gone", async () => {
    const [me, blocker] = (await createMembers(2)) as [Member, Member];
    await api.post(`/users/${me.id}/block`, { token: blocker.token, body: { blocked: true } });
    await leave(me);
    await leave(blocker);
    expect(await findLeaks([blocker.id])).toEqual([]);
    const { id } = await signUp(me.user.email);
    expect(await db().block.count({ where: { blockedId: id } })).toBe(0);
  });

  describe("a case about a person who left", () => {
    const decide = (token: string, caseId: string, body: object) =>
      api.post(`/moderation/cases/${caseId}/decision`, { token, body });
    const report = (token: string, subjectId: string) =>
      api.post("/reports", { token, body: { subject: "person", subjectId, reason: "harassment" } });
    const caseOf = async (personId: string) =>
      (await db().moderationCase.findFirstOrThrow({ where: { personId } })).id;

    test("is theirs again, with its decisions and appeals", async () => {
      const [me, reporter] = (await createMembers(2)) as [Member, Member];
      const staff = await createStaff();
      await report(reporter.token, me.id);
      const caseId = await caseOf(me.id);
      await decide(staff.token, caseId, { outcome: "warned", reason: "Please be kinder." });
      const { id, token } = await comeBack(me);
      const decisions = await api.get("/decisions", { token });
      expect(decisions.body).toMatchObject({ decisions: [{ outcome: "warned", canAppeal: true }] });
      const about = await api.get(`/moderation/cases/${caseId}`, { token: staff.token });
      expect(about.body).toMatchObject({ case: { subjectId: id, person: { _id: id } } });
    });

    test("stays open, and a ban that is decided meanwhile waits for them", async () => {
      const [me, reporter] = (await createMembers(2)) as [Member, Member];
      const staff = await createStaff();
      await report(reporter.token, me.id);
      const caseId = await caseOf(me.id);
      await leave(me);
      const ban = await decide(staff.token, caseId, { outcome: "banned", reason: "You threatened someone." });
      expect(ban).toMatchObject({ status: 200 });
      const { id } = await db().decision.findFirstOrThrow({ where: { caseId } });
      const second = await createStaff();
      await api.post(`/moderation/decisions/${id}/confirm`, { token: second.token });
      const { token } = await signUp(me.user.email);
      expect((await api.get("/auth/me", { token })).body).toMatchObject({
        user: { suspension: { until: null, reason: "You threatened someone." } },
      });
      const post = await createPost();
      expect(await api.post(`/posts/${post.id}/like`, { token })).toMatchObject({ status: 403 });
    });

    test("takes one report of a person, also after they came back", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      await report(me.token, other.id);
      const { token } = await comeBack(me);
      expect(await report(token, other.id)).toMatchObject({ status: 200 });
      const { reportsCount } = await db().moderationCase.findFirstOrThrow({ where: { personId: other.id } });
      expect(reportsCount).toBe(1);
    });
  });

  describe("what the college and the law decide by", () => {
    const read = (token: string) => api.get("/posts", { token });
    const say = ({ id, token }: Pick<Member, "id" | "token">, body: object) =>
      api.put(`/users/${id}`, { token, body });
    const affiliationOf = async ({ id }: Pick<Member, "id">) => {
      const select = { role: true, department: true, batch: true } as const;
      return db().user.findUniqueOrThrow({ where: { id }, select });
    };
    afterEach(() => {
      delete process.env.MINORS;
      resetEnvForTests();
    });

    test("a minor who is excluded stays so, and says 18 no sooner than in a year", async () => {
      process.env.MINORS = "confirm";
      resetEnvForTests();
      const me = await createMember({ isAdult: null });
      expect(await say(me, { isAdult: false })).toMatchObject({ status: 200 });
      expect(await read(me.token)).toMatchObject({ status: 403 });
      const again = await comeBack(me);
      expect(await read(again.token)).toMatchObject({ status: 403 });
      delete process.env.MINORS;
      resetEnvForTests();
      forgetSessions();
      expect(await say(again, { isAdult: true })).toMatchObject({ status: 403, error: "forbidden" });
      const ageSaidAt = ago(366, "days");
      await db().user.update({ where: { id: again.id }, data: { ageSaidAt } });
      expect(await say(again, { isAdult: true })).toMatchObject({ status: 200 });
    });

    test("what an admin noted of a minor's age holds, and so does a guardian's consent", async () => {
      const admin = await createStaff("admin");
      for (const age of ["minor", "confirmed"]) {
        const me = await createMember({ isAdult: true });
        const noted = await api.post(`/college/people/${me.id}/age`, { token: admin.token, body: { age } });
        expect(noted).toMatchObject({ status: 200 });
        const again = await comeBack(me);
        expect(await say(again, { isAdult: true })).toMatchObject({ status: 403 });
        const { isAdult, minorConfirmedAt } = await db().user.findUniqueOrThrow({ where: { id: again.id } });
        expect([isAdult, minorConfirmedAt !== null]).toEqual([false, age === "confirmed"]);
      }
    });

    test("a graduate of 2015 does not become a student", async () => {
      const me = await createMember({ role: "alumni", department: "CSE", batch: 2015 });
      const again = await comeBack(me);
      expect(await affiliationOf(again)).toEqual({ role: "alumni", department: "CSE", batch: 2015 });
      expect(await say(again, { batch: 2027 })).toMatchObject({ status: 409, error: "conflict" });
    });

    test("a student's third change of the year within a year is one too many", async () => {
      const me = await createMember({ department: "CSE", batch: 2027 });
      expect(await say(me, { batch: 2028 })).toMatchObject({ status: 200 });
      const again = await comeBack(me);
      expect(await affiliationOf(again)).toMatchObject({ batch: 2028 });
      expect(await say(again, { batch: 2029 })).toMatchObject({ status: 200 });
      const third = await comeBack({ ...me, ...again });
      expect(await say(third, { batch: 2027 })).toMatchObject({ status: 409, error: "conflict" });
    });

    test("what the college has listed since then is newer", async () => {
      const me = await createMember({ department: "CSE", batch: 2027 });
      const { email } = me.user;
      await leave(me);
      const listed = { role: "alumni", department: "ECE", batch: 2026 } as const;
      await db().rosterEntry.create({ data: { email, collegeName: "MITS", ...listed } });
      expect(await affiliationOf(await signUp(email))).toEqual(listed);
    });

    test("a request that was rejected today cannot be asked again today", async () => {
      const me = await createMember();
      const ask = ({ id, token }: Pick<Member, "id" | "token">) =>
        api.post(`/users/${id}/affiliation-request`, { token, body: { role: "staff" } });
      expect((await ask(me)).status).toBeLessThan(300);
      const data = { state: "rejected", decidedAt: new Date() } as const;
      await db().affiliationRequest.update({ where: { userId: me.id }, data });
      expect(await ask(await comeBack(me))).toMatchObject({ status: 409, error: "conflict" });
    });

    test("of someone who is 18, a student and in no class nothing is retained", async () => {
      const before = await db().formerMember.count();
      await leave(await createMember({ isAdult: true, ageSaidAt: new Date() }));
      expect(await db().formerMember.count()).toBe(before);
    });
  });

  test("limits that a person used up hold for their next account", async () => {
    const me = await createMember();
    await db().user.update({ where: { id: me.id }, data: { verifiedAt: new Date() } });
    const ask = async (token: string) => {
      const { id } = await createMember();
      const started = await api.post("/conversations", { token, body: { userId: id } });
      const { conversation } = started.body as { conversation: { _id: string } };
      const body = { text: "Hello", clientId: randomUUID() };
      return api.post(`/conversations/${conversation._id}/messages`, { token, body });
    };
    for (let count = 0; count < 5; count++) expect(await ask(me.token)).toMatchObject({ status: 201 });
    expect(await ask(me.token)).toMatchObject({ status: 429 });
    const { token } = await comeBack(me);
    expect(await ask(token)).toMatchObject({ status: 429 });
  });
});
