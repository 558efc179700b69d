import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { sweepFormerMembers } from "@/lib/accounts/server/former-members";
import { proveAddress } from "@/lib/accounts/server/prove";
import { addComment } from "@/lib/comments/server/comments";
import { deleteComment } from "@/lib/comments/server/delete";
import { caseAnswer, casesAnswer } from "@/lib/moderation/schema";
import { resumeDeletions } from "@/lib/personal-data/server/leave";
import { reapplyStanding } from "@/lib/personal-data/server/reapply";
import { fileRevocations, revocationSchema } from "@/lib/personal-data/server/revocations";
import { TABLES } from "@/lib/personal-data/server/tables";
import { addTime, ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { deletePost, restorePost, sweepDeletedPosts } from "@/lib/posts/server/delete";
import { setBlock } from "@/lib/safety/server/block";
import { sweepMedia } from "@/lib/uploads/server/sweep";
import { Prisma } from "@/prisma/generated/client/client";
import { TRANSIENT_TABLES } from "@/scripts/backup/tables.mjs";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import {
  addressOf,
  createAsset,
  createComment,
  createMember,
  createMembers,
  createNewcomer,
  createPost,
  createStaff,
  createUser,
  type Member,
  signIn,
  suspend,
} from "@/tests/factories";
import { findLeaks } from "@/tests/leaked-data";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

/** What is stored of a person, and erased. */

describe("leave", () => {
  beforeAll(useTestDatabase);

  const leave = (member: Member, more: { mayFail?: boolean } = {}) =>
    api.delete(`/auth/users/${member.id}`, { token: member.token, ...more });
  const countOf = async (tag: string) => (await db().hashtag.findUnique({ where: { tag } }))?.postsCount ?? 0;

  describe("deleting an account", () => {
    test("lowers the counts of its hashtags and the total of the feed by its posts", async () => {
      const [me, other] = await createMembers(2);
      if (!me || !other) throw new Error("Expected two members.");
      const before = (await db().tally.findUnique({ where: { name: "posts" } }))?.value ?? 0;
      await createPost({ author: me, caption: "#farewell #campus" });
      await createPost({ author: me, caption: "#Campus again" });
      await createPost({ author: other, caption: "#campus stays" });
      expect(await countOf("campus")).toBe(3);
      await leave(me);
      expect(await countOf("campus")).toBe(1);
      expect(await db().hashtag.count({ where: { tag: "farewell" } })).toBe(0);
      expect((await db().tally.findUnique({ where: { name: "posts" } }))?.value).toBe(before + 1);
      expect(await findDrift()).toEqual([]);
    });

    test("removes the comments, likes and notifications of its posts", async () => {
      const [me, fan] = await createMembers(2);
      if (!me || !fan) throw new Error("Expected two members.");
      const post = await createPost({ author: me });
      await createComment({ post, author: fan, content: "What will become of this" });
      await api.post(`/posts/${post.id}/like`, { token: fan.token });
      const fansPost = await createPost({ author: fan });
      await addComment(me.viewer, fansPost.id, "I was here");
      await leave(me);
      expect(await findLeaks([post.id, me.id, "What will become of this", "I was here"])).toEqual([]);
      const inbox = await api.get("/notifications", { token: fan.token });
      expect(inbox.body).toMatchObject({ totalCount: 0, unreadCount: 0, notifications: [] });
      expect(await findDrift()).toEqual([]);
    });

    test("destroys its media on the host: posts, pictures and unused uploads", async () => {
      const me = await createMember();
      await createPost({ author: me, mediaType: "video" });
      const avatar = await createAsset(me);
      await api.put(`/users/${me.id}`, { token: me.token, body: { avatar: addressOf(avatar) } });
      await createAsset(me);
      const own = await db().mediaAsset.findMany({ where: { ownerId: me.id } });
      expect(own).toHaveLength(3);
      await leave(me);
      const due = await db().mediaDeletion.findMany({
        where: { publicId: { in: own.map(({ publicId }) => publicId) } },
      });
      expect(due.map(({ publicId, mediaType }) => [publicId, mediaType]).sort()).toEqual(
        own.map(({ publicId, mediaType }) => [publicId, mediaType]).sort(),
      );
      await sweepMedia();
      expect(await db().mediaDeletion.count()).toBe(0);
    });

    test("works for an account without any activity", async () => {
      const me = await createMember();
      expect(await leave(me)).toMatchObject({ status: 200 });
      expect(await findLeaks([me.id, me.user.email])).toEqual([]);
    });
  });

  describe("deleting an account during activity", () => {
    /** Every kind of activity by one person at once. */
    function actAll(member: Member, posts: { id: string }[], people: { id: string }[]) {
      const { token } = member;
      return [
        ...posts.flatMap(({ id }) => [
          api.post(`/posts/${id}/like`, { token }),
          api.post(`/posts/${id}/comments`, { token, body: { content: "At the same time" } }),
        ]),
        ...people.map(({ id }) => api.post(`/users/${id}/follow`, { token, body: { inCircle: true } })),
      ];
    }

    test("of its own on another device removes all of it", async () => {
      for (let round = 0; round < 3; round++) {
        const me = await createMember();
        const phone: Member = { ...me, ...(await signIn(me.user)) };
        const others = await Promise.all([createUser(), createUser(), createUser()]);
        const posts = await Promise.all(others.map((author) => createPost({ author })));
        const own = await createPost({ author: me, caption: "#mine" });
        const asset = await createAsset(me);
        const late = [
          ...actAll(phone, posts, others),
          api.delete(`/posts/${own.id}`, { token: phone.token }),
          api.post("/upload/pre-calculated", {
            token: phone.token,
            body: {
              caption: "Last words #mine",
              mediaType: "image",
              visibility: "public",
              cloudinaryUrl: addressOf(asset),
            },
          }),
        ];
        const [reply] = await Promise.all([leave(me), ...late]);
        expect(reply).toMatchObject({ status: 200 });
        expect(await findLeaks([me.id])).toEqual([]);
        expect(await findDrift()).toEqual([]);
      }
    });

    test("by others rejects or undoes it, without wrong counts", async () => {
      const me = await createMember();
      const crowd = await createMembers(8);
      const mine = [await createPost({ author: me }), await createPost({ author: me })];
      const replies = await Promise.all([
        leave(me),
        ...crowd.flatMap((member) => actAll(member, mine, [me])),
      ]);
      expect(replies[0]).toMatchObject({ status: 200 });
      for (const { status } of replies.slice(1)) expect([200, 201, 404]).toContain(status);
      expect(await findLeaks([me.id])).toEqual([]);
      expect(await findDrift()).toEqual([]);
    });

    test("twice, or on two devices, has the same result", async () => {
      const me = await createMember();
      const phone: Member = { ...me, ...(await signIn(me.user)) };
      const replies = await Promise.all([leave(me), leave(me), leave(phone)]);
      for (const { status } of replies) expect([200, 401, 403]).toContain(status);
      expect(replies.some(({ status }) => status === 200)).toBe(true);
      expect(await db().user.count({ where: { id: me.id } })).toBe(0);
    });
  });

  /** Makes every deletion from a table fail until the returned function is called. */
  async function forbidDeletions(table: "users" | "media_assets" | "sessions") {
    await db().sql`
    CREATE OR REPLACE FUNCTION reject_delete() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not today''; END'`;
    await db().sql(
      Prisma.raw(`CREATE TRIGGER reject_delete BEFORE DELETE ON ${table} EXECUTE FUNCTION reject_delete()`),
    );
    return () => db().sql(Prisma.raw(`DROP TRIGGER reject_delete ON ${table}`));
  }

  /** Makes the deletion look as if its request had ended long ago. */
  const ageDeletions = () => db().sql`UPDATE users SET deleted_at = deleted_at - interval '1 hour'`;

  describe("a deletion that fails", () => {
    test("while closing leaves the person and their sessions unchanged", async () => {
      const me = await createMember();
      const laptop = await signIn(me.user);
      const allow = await forbidDeletions("sessions");
      expect((await leave(me, { mayFail: true })).status).toBe(500);
      for (const token of [me.token, laptop.token]) {
        expect(await api.get("/auth/me", { token })).toMatchObject({ status: 200 });
      }
      expect(await db().user.findUniqueOrThrow({ where: { id: me.id } })).toEqual(me.user);
      await allow();
      expect(await leave(me)).toMatchObject({ status: 200 });
    });

    test.each(["media_assets", "users"] as const)(
      "while removing (%s) leaves the account hidden and anonymous, and upkeep removes it later",
      async (table) => {
        const [me, other] = (await createMembers(2)) as [Member, Member];
        const post = await createPost({ author: me, caption: `#${table}` });
        const othersPost = await createPost({ author: other });
        await createComment({ post: othersPost, author: me, content: "Soon gone" });
        await api.post(`/posts/${othersPost.id}/like`, { token: me.token });
        await api.post(`/posts/${post.id}/like`, { token: other.token });
        const allow = await forbidDeletions(table);
        expect(await leave(me)).toMatchObject({ status: 200 });

        expect(await db().user.count({ where: { id: me.id } })).toBe(1);
        expect(await findLeaks([me.user.email, me.user.name, me.user.username ?? ""])).toEqual([]);
        expect(await api.get("/auth/me", { token: me.token })).toMatchObject({ status: 401 });
        for (const path of [`/posts/${post.id}`, `/users/${me.id}`]) {
          expect(await api.get(path, { token: other.token })).toMatchObject({
            status: 404,
            error: "not_found",
          });
        }
        const feed = await api.get("/posts", { token: other.token });
        expect(JSON.stringify(feed.body)).not.toContain(me.id);
        expect(await findDrift()).toEqual([]);
        // The address is free at once.
        expect(await api.post("/auth/register", { body: { email: me.user.email } })).toMatchObject({
          status: 201,
        });

        await ageDeletions();
        await expect(resumeDeletions()).rejects.toThrow();
        await allow();
        await resumeDeletions();
        expect(await findLeaks([me.id, "Soon gone"])).toEqual([]);
        expect(await countOf(table)).toBe(0);
        expect(await findDrift()).toEqual([]);
      },
    );
  });

  describe("an account with tens of thousands of rows", () => {
    const POSTS_LIKED = 20_000;
    const OWN_POSTS = 3_000;

    test("is deleted in short transactions", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      const makePosts = async (author: Member, count: number) => {
        await db().sql`
        WITH made AS (
          INSERT INTO media_assets (id, public_id, owner_id, media_type, format, width, height, bytes, attached_at)
          SELECT gen_random_uuid(), 'volume/' || gen_random_uuid(), ${author.id}::uuid, 'image', 'jpg', 9, 9, 9, now()
          FROM generate_series(1, ${count}) RETURNING id
        ), posted AS (
          INSERT INTO posts (id, author_id, hashtags)
          SELECT id, ${author.id}::uuid, ARRAY['volume'] FROM made
        )
        INSERT INTO post_media (post_id, position, asset_id) SELECT id, 0, id FROM made`;
        await db().sql`UPDATE users SET posts_count = ${count} WHERE id = ${author.id}::uuid`;
      };
      await makePosts(other, POSTS_LIKED);
      await makePosts(me, OWN_POSTS);
      await db()
        .sql`INSERT INTO hashtags (tag, posts_count) SELECT 'volume', count(*) FROM posts WHERE hashtags = '{volume}'`;
      await db().sql`
      INSERT INTO post_hashtags (tag, post_id, created_at)
      SELECT 'volume', id, created_at FROM posts WHERE hashtags = '{volume}'`;
      await db().sql`
      INSERT INTO likes (post_id, user_id) SELECT id, ${me.id}::uuid FROM posts WHERE author_id = ${other.id}::uuid`;
      await db().sql`
      INSERT INTO comments (id, post_id, author_id, content)
      SELECT gen_random_uuid(), id, ${me.id}::uuid, 'One of many' FROM posts WHERE author_id = ${other.id}::uuid LIMIT 5000`;
      await db().sql`
      INSERT INTO likes (post_id, user_id) SELECT id, ${other.id}::uuid FROM posts WHERE author_id = ${me.id}::uuid`;
      await db().sql`
      UPDATE posts p SET likes_count = (SELECT count(*) FROM likes WHERE post_id = p.id),
        comments_count = (SELECT count(*) FROM comments WHERE post_id = p.id)`;
      await db().sql`
      INSERT INTO tallies (name, value) SELECT 'posts', count(*) FROM posts
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
      await db().sql`ANALYZE`;
      expect(await findDrift()).toEqual([]);

      const statements = await queriesOf(async () => {
        expect(await leave(me)).toMatchObject({ status: 200 });
        // What the request had no time for.
        for (let round = 0; round < 20 && (await db().user.count({ where: { id: me.id } })) > 0; round++) {
          expect(await findDrift()).toEqual([]);
          await ageDeletions();
          await resumeDeletions();
        }
      });
      expect(statements.filter((sql) => sql === "COMMIT").length).toBeGreaterThan(80);
      expect(await findLeaks([me.id, "One of many"])).toEqual([]);
      expect(await countOf("volume")).toBe(POSTS_LIKED);
      expect(await findDrift()).toEqual([]);
    }, 120_000);
  });

  describe("the suspension of a deleted account", () => {
    const signUpAgain = async (email: string) => {
      const { id } = await createNewcomer({ email });
      return transaction((tx) => proveAddress(tx, id, { browser: undefined }));
    };
    test.each([
      ["a suspension", 7, true],
      ["a ban, which hides", null, false],
    ])("goes on when its address signs up again: %s", async (_, days, isActive) => {
      const me = await createMember();
      const { id: suspensionId } = await suspend(me, days);
      await leave(me);
      expect(await db().user.count({ where: { id: me.id } })).toBe(0);
      expect(await findLeaks([me.id, me.user.email])).toEqual([]);
      expect(await signUpAgain(me.user.email)).toMatchObject({
        suspensionId,
        suspendedAt: expect.any(Date),
        suspendedUntil: days === null ? null : expect.any(Date),
        isActive,
      });
    });

    test("belongs to the new account, which reads why and can appeal", async () => {
      const me = await createMember();
      const { id: decisionId } = await suspend(me, 7);
      await leave(me);
      const { token } = await signIn(await signUpAgain(me.user.email));
      const { body } = await api.get("/auth/me", { token });
      expect(body).toMatchObject({ user: { suspension: { decisionId, until: expect.any(String) } } });
      expect((await api.get("/decisions", { token })).body).toMatchObject({
        decisions: [{ _id: decisionId, outcome: "suspended", canAppeal: true }],
      });
      const words = { text: "It was not me." };
      expect(await api.post(`/decisions/${decisionId}/appeal`, { token, body: words })).toMatchObject({
        status: 201,
      });
    });

    const undo = async (decisionId: string) =>
      api.post(`/moderation/decisions/${decisionId}/undo`, {
        token: (await createStaff()).token,
        body: { reason: "We looked again and it is fine." },
      });
    const appeal = async ({ token }: Member, decisionId: string) => {
      await api.post(`/decisions/${decisionId}/appeal`, { token, body: { text: "It was not me." } });
      return db().appeal.findUniqueOrThrow({ where: { decisionId } });
    };
    const answer = async (appealId: string, accepted: boolean) =>
      api.post(`/moderation/appeals/${appealId}/decision`, {
        token: (await createStaff()).token,
        body: { accepted, answer: "We have talked about it." },
      });

    test("ends with its decision: an appeal is accepted after the account is gone", async () => {
      const me = await createMember();
      const { id: decisionId } = await suspend(me, null);
      const { id: appealId } = await appeal(me, decisionId);
      await leave(me);
      expect(await answer(appealId, true)).toMatchObject({ status: 200 });
      expect(await signUpAgain(me.user.email)).toMatchObject({ suspendedAt: null, isActive: true });
    });

    test("ends with its decision, also when that is undone while the address signs up again", async () => {
      for (let round = 0; round < 5; round++) {
        const me = await createMember();
        const { id: decisionId } = await suspend(me, null);
        await leave(me);
        const [reply, { id }] = await Promise.all([undo(decisionId), signUpAgain(me.user.email)]);
        expect(reply).toMatchObject({ status: 200 });
        expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({
          suspendedAt: null,
          isActive: true,
        });
      }
    });

    test("is not resumed when its decision was undone while the account was being deleted", async () => {
      const me = await createMember();
      const { id } = await suspend(me, null);
      await leave(me);
      await db().decision.update({ where: { id }, data: { undoneAt: new Date() } });
      expect(await signUpAgain(me.user.email)).toMatchObject({ suspendedAt: null, isActive: true });
    });

    test("belongs to the new account, which gets the answer to the appeal of the former one", async () => {
      const me = await createMember();
      const { id: decisionId } = await suspend(me, null);
      const { id: appealId } = await appeal(me, decisionId);
      await leave(me);
      const { id } = await signUpAgain(me.user.email);
      expect(await answer(appealId, false)).toMatchObject({ status: 200 });
      expect(await db().notification.findMany({ where: { receiverId: id } })).toMatchObject([
        { message: "Your appeal was rejected: the decision stands: We have talked about it." },
      ]);
    });

    test("is not resumed once it is over", async () => {
      const me = await createMember();
      const { id } = await suspend(me, 1);
      await leave(me);
      await db().decision.update({ where: { id }, data: { createdAt: ago(2, "days") } });
      expect(await signUpAgain(me.user.email)).toMatchObject({ suspendedAt: null, isActive: true });
    });

    test("is all that is retained for more than a year", async () => {
      await db().formerMember.deleteMany();
      const [banned, warned, other] = (await createMembers(3)) as [Member, Member, Member];
      await suspend(banned, null);
      await suspend(warned, 30);
      for (const member of [banned, warned, other]) await leave(member);
      await db().sql`UPDATE former_members SET deleted_at = now() - interval '364 days'`;
      await sweepFormerMembers();
      // Nothing is retained of a person whom nothing is held against.
      expect(await db().formerMember.count()).toBe(2);
      await db().sql`UPDATE former_members SET deleted_at = now() - interval '366 days'`;
      await db().sql`UPDATE decisions SET created_at = now() - interval '366 days'`;
      await sweepFormerMembers();
      expect(await db().formerMember.count()).toBe(1);
      expect(await signUpAgain(banned.user.email)).toMatchObject({ isActive: false });
    });
  });

  test("an account that can't be removed does not hold up the others", async () => {
    const [stuck, other] = (await createMembers(2)) as [Member, Member];
    const allow = await forbidDeletions("users");
    await leave(stuck);
    await leave(other);
    await ageDeletions();
    await allow();
    await db().sql(
      Prisma.raw(
        `CREATE TRIGGER reject_one BEFORE DELETE ON users FOR EACH ROW WHEN (OLD.id = '${stuck.id}') EXECUTE FUNCTION reject_delete()`,
      ),
    );
    await expect(resumeDeletions()).rejects.toThrow("not today");
    const rest = await db().user.findMany({ where: { id: { in: [stuck.id, other.id] } } });
    expect(rest.map(({ id }) => id)).toEqual([stuck.id]);
    await db().sql`DROP TRIGGER reject_one ON users`;
    await resumeDeletions();
    expect(await db().user.count({ where: { id: stuck.id } })).toBe(0);
  });

  test("a removal that has to wait is not given up as a request is, and the person waits five seconds for it", async () => {
    const me = await createMember();
    const post = await createPost();
    await api.post(`/posts/${post.id}/like`, { token: me.token });
    let release = () => {};
    const holding = transaction(async (tx) => {
      await lockRows(tx, "posts", [post.id]);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    expect(await leave(me)).toMatchObject({ status: 200 });
    release();
    await holding;
    const countLikes = () => db().like.count({ where: { userId: me.id } });
    for (let tries = 0; tries < 40 && (await countLikes()) > 0; tries++) await setTimeout(50);
    expect(await countLikes()).toBe(0);
  });

  test("the role of a member of the staff ends in the log with their account", async () => {
    const admin = await createStaff("admin");
    await leave(admin);
    expect(await db().moderationLog.findMany({ where: { personId: admin.id } })).toMatchObject([
      { actorId: admin.id, action: "role_set", details: { staffRole: null } },
    ]);
  });
});

describe("reapply", () => {
  beforeAll(useTestDatabase);

  test("a ban that a restore brings back leaves the open case about the person in the queue", async () => {
    const [me, reporter, moderator] = [
      await createMember({ bio: "Chai" }),
      await createMember(),
      await createStaff(),
    ];
    const body = { subject: "person", subjectId: me.id, reason: "harassment" };
    expect(await api.post("/reports", { token: reporter.token, body })).toMatchObject({ status: 201 });
    const casesOf = async (state: string) =>
      (await api.get("/moderation/cases", { token: moderator.token, query: { state } }))
        .read(casesAnswer)
        .cases.filter(({ subjectId }) => subjectId === me.id);
    const open = await casesOf("open");
    expect(open).toMatchObject([{ reportsCount: 1, closedAt: null }]);

    const createdAt = addTime(new Date(), -2, "hours");
    const ban = { id: uuid(), outcome: "banned" as const, days: null, createdAt, confirmedAt: createdAt };
    const standing = { at: createdAt, personId: me.id, isDeleted: false, suspensions: [ban] };
    expect(await reapplyStanding([standing])).toEqual({ deleted: 0, changed: 1 });
    expect(await reapplyStanding([standing])).toEqual({ deleted: 0, changed: 0 });

    expect(await casesOf("open")).toEqual(open);
    const [closed] = await casesOf("closed");
    expect(closed).toMatchObject({ reportsCount: 0, outcome: "banned", closedAt: createdAt.toISOString() });
    const { token } = moderator;
    const detail = (await api.get(`/moderation/cases/${closed?._id}`, { token })).read(caseAnswer).case;
    expect(detail).toMatchObject({
      snapshot: { versions: [{ name: me.user.name, text: "Chai" }] },
      decisions: [{ _id: ban.id, outcome: "banned" }],
    });
    const reason = "It was someone else.";
    expect(await api.post(`/moderation/decisions/${ban.id}/undo`, { token, body: { reason } })).toMatchObject(
      {
        status: 200,
      },
    );
    expect(await casesOf("open")).toMatchObject([{ _id: open[0]?._id }]);
  });
});

describe("revocations", () => {
  beforeAll(useTestDatabase);

  const FILE = join(process.env.DATA_DIR ?? "", "standing.jsonl");
  const linesOf = (id: string) =>
    (existsSync(FILE) ? readFileSync(FILE, "utf8") : "")
      .split("\n")
      .filter((line) => line.includes(id))
      .map((line) => revocationSchema.parse(JSON.parse(line)));

  test("what is taken is noted by the database, no matter who takes it, and filed once", async () => {
    const [me, other] = [await createMember({ passwordHash: "old" }), await createMember()];
    await db().sql`UPDATE users SET staff_role = 'moderator' WHERE id = ${me.id}::uuid`;
    await db().sql`UPDATE users SET staff_role = NULL, password_hash = 'new' WHERE id = ${me.id}::uuid`;
    // Counters and names are none of it.
    await db().sql`UPDATE users SET posts_count = 3, name = 'Asha' WHERE id = ${me.id}::uuid`;
    await setBlock(me.viewer, other.id, true);
    await setBlock(me.viewer, other.id, false);
    await fileRevocations();
    await fileRevocations();
    expect(linesOf(me.id).map(({ state }) => state)).toMatchObject([
      { staffRole: "moderator", isPasswordVoid: false },
      { staffRole: null, isPasswordVoid: true },
      { blockedId: other.id, isBlocked: true },
      { blockedId: other.id, isBlocked: false },
    ]);
    expect(readFileSync(FILE, "utf8")).not.toMatch(/Asha|old|new/);
  });

  test("a post is noted with its deletion and its return, and nothing that goes with it", async () => {
    const author = await createMember();
    const post = await createPost({ author });
    const [first, second] = [await createComment({ post, author }), await createComment({ post, author })];
    await deletePost(author.viewer, post.id);
    await restorePost(author.viewer, post.id);
    await deleteComment(author.viewer, post.id, first);
    await deletePost(author.viewer, post.id);
    await db().post.update({ where: { id: post.id }, data: { deletedAt: new Date(0) } });
    await sweepDeletedPosts();
    expect(await db().post.count({ where: { id: post.id } })).toBe(0);
    await fileRevocations();
    expect(linesOf(post.id).map(({ state }) => state)).toMatchObject([
      { isDeleted: true },
      { isDeleted: false },
      { isDeleted: true },
      { isDeleted: true },
    ]);
    expect(linesOf(first).map(({ state }) => state)).toMatchObject([{ isDeleted: true }]);
    expect(linesOf(second)).toEqual([]);
  });
});

describe("tables", () => {
  beforeAll(useTestDatabase);

  /** The tables of the models, as `@@map` names them. */
  const NAMES = new Map(
    [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model (\w+) \{(.*?)^\}/gms)].map(
      ([, model = "", body = ""]) => [model, /@@map\("(\w+)"\)/.exec(body)?.[1] ?? ""] as const,
    ),
  );

  const namesOf = (isMeant: (table: (typeof TABLES)[keyof typeof TABLES]) => boolean) =>
    Object.entries(TABLES)
      .flatMap(([model, table]) => (isMeant(table) ? [NAMES.get(model)] : []))
      .toSorted();

  test("a backup leaves out what is said to be left out, and nothing else", () => {
    expect(TRANSIENT_TABLES.toSorted()).toEqual(namesOf(({ backedUp }) => backedUp !== true));
  });

  test("what is said to go in a cascade hangs on rows that go", async () => {
    const rows = await db().sql<{ name: string }>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'`;
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(namesOf(({ erased }) => erased === "cascade")),
    );
  });

  test("what is said to be emptied loses the person and stays", async () => {
    const rows = await db().sql<{ name: string }>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confdeltype = 'n' AND confrelid = 'users'::regclass`;
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(namesOf(({ erased }) => erased === "emptied")),
    );
  });
});
