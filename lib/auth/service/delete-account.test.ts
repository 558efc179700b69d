import { addComment } from "@/lib/comments/service";
import { db } from "@/lib/platform/db";
import { sweepMedia } from "@/lib/uploads/service/sweep";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/drift";
import {
  addressOf,
  createAsset,
  createComment,
  createMember,
  createMembers,
  createPost,
  createUser,
  type Member,
  signIn,
} from "@/tests/factories";
import { findTraces } from "@/tests/traces";
import { useTestDatabase } from "@/tests/world";

beforeAll(useTestDatabase);

const leave = (member: Member, more: { mayFail?: boolean } = {}) =>
  api.delete(`/auth/users/${member.id}`, { token: member.token, ...more });
const countOf = async (tag: string) => (await db().hashtag.findUnique({ where: { tag } }))?.postsCount ?? 0;

describe("what a person who leaves takes along", () => {
  test("their tags count less, those of others stay, and the feed's total goes down by their posts", async () => {
    const [me, other] = await createMembers(2);
    if (!me || !other) throw new Error("Two people were to be made.");
    const before = (await db().tally.findUnique({ where: { name: "posts" } }))?.value ?? 0;
    await createPost({ author: me, caption: "#farewell #campus" });
    await createPost({ author: me, caption: "#Campus again" });
    await createPost({ author: other, caption: "#campus stays" });
    expect(await countOf("campus")).toBe(3);
    await leave(me);
    expect(await countOf("campus")).toBe(1);
    expect(await countOf("farewell")).toBe(0);
    expect((await db().tally.findUnique({ where: { name: "posts" } }))?.value).toBe(before + 1);
    expect(await findDrift()).toEqual([]);
  });

  test("what others wrote, liked and were told about it goes with their posts", async () => {
    const [me, fan] = await createMembers(2);
    if (!me || !fan) throw new Error("Two people were to be made.");
    const post = await createPost({ author: me });
    await createComment({ post, author: fan, content: "What will become of this" });
    await api.post(`/posts/${post.id}/like`, { token: fan.token });
    const fansPost = await createPost({ author: fan });
    await addComment(me.viewer, fansPost.id, "I was here");
    await leave(me);
    expect(await findTraces([post.id, me.id, "What will become of this", "I was here"])).toEqual([]);
    const told = await api.get("/notifications", { token: fan.token });
    expect(told.body).toMatchObject({ totalCount: 0, unreadCount: 0, notifications: [] });
    expect(await findDrift()).toEqual([]);
  });

  test("their media is destroyed on the host: posts, pictures and uploads nobody used", async () => {
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

  test("a person nobody ever heard of leaves as well", async () => {
    const me = await createMember();
    expect(await leave(me)).toMatchObject({ status: 200 });
    expect(await findTraces([me.id, me.user.email])).toEqual([]);
  });
});

describe("leaving while things happen", () => {
  /** Everything one can do at once, by one person. */
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

  test("on another device still liking, commenting, joining, posting and deleting: all of it goes", async () => {
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
      const [left] = await Promise.all([leave(me), ...late]);
      expect(left).toMatchObject({ status: 200 });
      expect(await findTraces([me.id])).toEqual([]);
      expect(await findDrift()).toEqual([]);
    }
  });

  test("others liking, commenting and joining at that moment are refused or undone, never miscounted", async () => {
    const me = await createMember();
    const crowd = await createMembers(8);
    const mine = [await createPost({ author: me }), await createPost({ author: me })];
    const replies = await Promise.all([leave(me), ...crowd.flatMap((member) => actAll(member, mine, [me]))]);
    expect(replies[0]).toMatchObject({ status: 200 });
    for (const { status } of replies.slice(1)) expect([200, 201, 404]).toContain(status);
    expect(await findTraces([me.id])).toEqual([]);
    expect(await findDrift()).toEqual([]);
  });

  test("pressed twice, or on two devices, ends in the same nothing", async () => {
    const me = await createMember();
    const phone: Member = { ...me, ...(await signIn(me.user)) };
    const replies = await Promise.all([leave(me), leave(me), leave(phone)]);
    for (const { status } of replies) expect([200, 401, 403]).toContain(status);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(await db().user.count({ where: { id: me.id } })).toBe(0);
  });
});

describe("when it can't be done", () => {
  test("nothing is half done: the person is still there and still signed in everywhere", async () => {
    const me = await createMember();
    const laptop = await signIn(me.user);
    await createPost({ author: me, caption: "#kept" });
    await db().$executeRaw`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not today''; END'`;
    await db().$executeRaw`CREATE TRIGGER refuse BEFORE DELETE ON users EXECUTE FUNCTION refuse()`;
    expect((await leave(me, { mayFail: true })).status).toBe(500);
    for (const token of [me.token, laptop.token]) {
      expect(await api.get("/auth/me", { token })).toMatchObject({ status: 200 });
    }
    expect(await countOf("kept")).toBe(1);
    expect(await findDrift()).toEqual([]);

    await db().$executeRaw`DROP TRIGGER refuse ON users`;
    expect(await leave(me)).toMatchObject({ status: 200 });
    expect(await countOf("kept")).toBe(0);
  });
});
