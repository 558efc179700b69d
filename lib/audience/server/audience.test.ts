import type { Condition } from "@/lib/audience/server/condition";
import {
  campusPeople,
  isNotified,
  listedPeople,
  offeredPeople,
  openPeople,
} from "@/lib/audience/server/people";
import {
  campusPosts,
  listedComments,
  listedPosts,
  openPosts,
  ownWithheldPosts,
  postsOfOnePerson,
} from "@/lib/audience/server/posts";
import {
  type AccountStanding,
  peopleWhoMaySignIn,
  peopleWithSessions,
  standingOf,
} from "@/lib/audience/server/standing";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { setWord } from "@/lib/safety/server/words";
import type { Prisma } from "@/prisma/generated/client/client";
import {
  createComment,
  createMember,
  createNewcomer,
  createPost,
  createUser,
  type Member,
  suspend,
} from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/** Who sees whom and what. */

describe("audience", () => {
  /**
   * Who sees whom, as a table: each person and their post, and each question that is answered with
   * yes. SQL and Prisma's conditions have to answer alike.
   */

  beforeAll(useTestDatabase);

  /** Answers of a person, their post and their comment to the viewer's questions. */
  const ALL = [
    "open",
    "list",
    "offer",
    "campus",
    "notify",
    "post open",
    "post list",
    "post of one",
    "comment list",
  ];
  const FOUND = ["list", "offer", "campus"];
  /** A muted person is found where the viewer asks for them, and nowhere else. */
  const MUTED = ["open", "list", "post open", "post of one"];

  /** How the person is related to the viewer, or to the campus, and what the viewer sees of them. */
  const PEOPLE: Record<string, { make: (me: Member) => Promise<{ id: string }>; seen: string[] }> = {
    stranger: { make: () => createUser(), seen: ALL },
    "of the circle": {
      make: async (me) => {
        const user = await createUser();
        await db().follow.create({ data: { followerId: me.id, followeeId: user.id } });
        return user;
      },
      seen: ALL,
    },
    blocked: {
      make: async (me) => {
        const user = await createUser();
        await db().block.create({ data: { blockerId: me.id, blockedId: user.id } });
        return user;
      },
      seen: [],
    },
    blocker: {
      make: async (me) => {
        const user = await createUser();
        await db().block.create({ data: { blockerId: user.id, blockedId: me.id } });
        return user;
      },
      seen: [],
    },
    muted: {
      make: async (me) => {
        const user = await createUser();
        await db().mute.create({ data: { muterId: me.id, mutedId: user.id } });
        return user;
      },
      seen: MUTED,
    },
    "no longer muted": {
      make: async (me) => {
        const user = await createUser();
        await db().mute.create({
          data: { muterId: me.id, mutedId: user.id, until: new Date(Date.now() - 1) },
        });
        return user;
      },
      seen: ALL,
    },
    muter: {
      make: async (me) => {
        const user = await createUser();
        await db().mute.create({ data: { muterId: user.id, mutedId: me.id } });
        return user;
      },
      seen: ALL,
    },
    suspended: {
      make: async () => {
        const user = await createUser();
        await suspend(user, 7);
        return user;
      },
      seen: ALL,
    },
    banned: {
      make: async () => {
        const user = await createUser();
        await suspend(user, null);
        return user;
      },
      seen: [],
    },
    deactivated: { make: () => createUser({ isActive: false, deactivatedAt: new Date() }), seen: [] },
    "switched off": {
      make: () => createUser({ isActive: false, switchedOffAt: new Date() }),
      seen: [],
    },
    "deleted and not removed yet": {
      make: () => createUser({ isActive: false, deletedAt: new Date() }),
      seen: [],
    },
    "not listed": {
      make: () => createUser({ isListed: false }),
      seen: ALL.filter((answer) => answer !== "campus"),
    },
    unproven: {
      make: () => createUser({ verifiedAt: null }),
      seen: ALL.filter((answer) => !FOUND.includes(answer)),
    },
    nameless: {
      make: () => createNewcomer({ verifiedAt: new Date() }),
      seen: ALL.filter((answer) => !FOUND.includes(answer)),
    },
  };

  /** A post of the person: published, or in a state in which few see it. */
  const POSTS: Record<string, { data: Prisma.PostUpdateInput; open: boolean; own: boolean }> = {
    published: { data: {}, open: true, own: true },
    "deleted by its author": { data: { isActive: false, deletedAt: new Date() }, open: false, own: false },
    "withheld by moderators": { data: { isActive: false, withheldAt: new Date() }, open: false, own: true },
    "deleted while it was withheld": {
      data: { isActive: false, deletedAt: new Date(), withheldAt: new Date() },
      open: false,
      own: false,
    },
  };

  const isPerson = async (condition: Prisma.Sql, id: string) =>
    (await db().sql`SELECT FROM users u WHERE u.id = ${id}::uuid AND ${condition}`).length === 1;
  const isPost = async (condition: Prisma.Sql, id: string) =>
    (await db().sql`SELECT FROM posts p WHERE p.id = ${id}::uuid AND ${condition}`).length === 1;
  const isComment = async (condition: Prisma.Sql, id: string) =>
    (await db().sql`SELECT FROM comments c WHERE c.id = ${id}::uuid AND ${condition}`).length === 1;

  /** The answer in SQL, after checking that Prisma gives the same. */
  async function personAnswer({ sql, where }: Condition<Prisma.UserWhereInput>, id: string) {
    const answer = await isPerson(sql, id);
    expect(await db().user.count({ where: { AND: [{ id }, where] } })).toBe(answer ? 1 : 0);
    return answer;
  }
  async function postAnswer({ sql, where }: Condition<Prisma.PostWhereInput>, id: string) {
    const answer = await isPost(sql, id);
    expect(await db().post.count({ where: { AND: [{ id }, where] } })).toBe(answer ? 1 : 0);
    return answer;
  }

  test.each(Object.entries(PEOPLE))("a person who is %s", async (_, { make, seen }) => {
    const me = await createMember();
    // Written while they could.
    const author = await createUser();
    const post = await createPost({ author });
    const commentId = await createComment({ post, author });
    const person = await make(me);
    await db().post.update({ where: { id: post.id }, data: { authorId: person.id } });
    await db().comment.update({ where: { id: commentId }, data: { authorId: person.id } });
    const notified = await db().sql`
    SELECT FROM users p, users r WHERE p.id = ${person.id}::uuid AND r.id = ${me.id}::uuid AND ${isNotified}`;
    const answers = {
      open: await personAnswer(openPeople(me.id), person.id),
      list: await personAnswer(listedPeople(me.id), person.id),
      offer: await personAnswer(offeredPeople(me.id), person.id),
      campus: await personAnswer(campusPeople(me.id), person.id),
      notify: notified.length === 1,
      "post open": await postAnswer(openPosts(me.id), post.id),
      "post list": await isPost(listedPosts(me.id), post.id),
      "post of one": await isPost(postsOfOnePerson(me.id), post.id),
      "comment list": await isComment(listedComments(me.id), commentId),
    };
    expect(Object.keys(answers).filter((question) => answers[question as keyof typeof answers])).toEqual(
      seen,
    );
  });

  test.each(Object.entries(POSTS))("a post that is %s", async (_, { data, open, own }) => {
    const [me, author] = [await createMember(), await createMember()];
    const { id } = await createPost({ author });
    await db().post.update({ where: { id }, data });
    expect(await postAnswer(openPosts(me.id), id)).toBe(open);
    expect(await postAnswer(campusPosts, id)).toBe(open);
    expect(await isPost(listedPosts(me.id), id)).toBe(open);
    expect(await isPost(postsOfOnePerson(me.id), id)).toBe(open);
    expect(await isPost(ownWithheldPosts(me.id), id)).toBe(false);
    expect(await isPost(postsOfOnePerson(author.id), id)).toBe(own);
  });

  test("muted words hide posts and comments in lists, and never one's own", async () => {
    const [me, author] = [await createMember(), await createMember()];
    await setWord(me.viewer, "exam", true);
    const [theirs, mine] = [
      await createPost({ author, caption: "The exam hall" }),
      await createPost({ author: me, caption: "My exam" }),
    ];
    const comments = [
      await createComment({ post: theirs, author, content: "An exam again" }),
      await createComment({ post: theirs, author: me, content: "What exam" }),
    ];
    expect(await postAnswer(openPosts(me.id), theirs.id)).toBe(true);
    for (const condition of [listedPosts(me.id), postsOfOnePerson(me.id)]) {
      expect(await isPost(condition, theirs.id)).toBe(false);
      expect(await isPost(condition, mine.id)).toBe(true);
    }
    const listed = await Promise.all(comments.map((id) => isComment(listedComments(me.id), id)));
    expect(listed).toEqual([false, true]);
  });

  test("a withheld comment is for its author alone", async () => {
    const [me, author] = [await createMember(), await createMember()];
    const id = await createComment({ post: await createPost(), author });
    await db().comment.update({ where: { id }, data: { withheldAt: new Date() } });
    expect(await isComment(listedComments(me.id), id)).toBe(false);
    expect(await isComment(listedComments(author.id), id)).toBe(true);
  });
});

describe("standing", () => {
  beforeAll(useTestDatabase);

  const hour = ago(1, "hours");
  const tomorrow = ago(-24, "hours");
  const off = { isActive: false };

  /** What is stored, what it comes to, and whether the person has sessions and may sign in. */
  const PEOPLE: [
    Partial<Prisma.UserCreateInput>,
    AccountStanding,
    hasSessions: boolean,
    maySignIn: boolean,
  ][] = [
    [{}, "active", true, true],
    [{ verifiedAt: null }, "unproven", true, true],
    [{ suspendedAt: hour, suspendedUntil: tomorrow }, "suspended", true, true],
    [{ suspendedAt: hour, suspendedUntil: hour }, "active", true, true],
    [{ ...off, suspendedAt: hour }, "banned", true, true],
    [{ ...off, deactivatedAt: hour }, "deactivated", false, true],
    [{ ...off, deactivatedAt: hour, suspendedAt: hour }, "banned", true, true],
    [
      { ...off, deactivatedAt: hour, suspendedAt: hour, suspendedUntil: tomorrow },
      "deactivated",
      false,
      true,
    ],
    [{ ...off, switchedOffAt: hour }, "switched off", false, false],
    [{ ...off, switchedOffAt: hour, suspendedAt: hour }, "banned", true, true],
    [{ ...off, deletedAt: hour }, "deleted", false, false],
    [{ ...off, deletedAt: hour, suspendedAt: hour }, "deleted", false, false],
  ];

  test.each(PEOPLE)("%j is %s", async (data, standing, hasSessions, maySignIn) => {
    const user = await createUser(data);
    expect(standingOf(user)).toBe(standing);
    for (const [{ sql, where }, isMeant] of [
      [peopleWithSessions, hasSessions],
      [peopleWhoMaySignIn, maySignIn],
    ] as const) {
      expect(await db().user.count({ where: { AND: [{ id: user.id }, where] } })).toBe(isMeant ? 1 : 0);
      expect(await db().sql`SELECT FROM users u WHERE u.id = ${user.id}::uuid AND ${sql}`).toHaveLength(
        isMeant ? 1 : 0,
      );
    }
  });
});
