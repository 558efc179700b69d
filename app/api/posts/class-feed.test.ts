import { db } from "@/lib/platform/db";
import { feedAnswer } from "@/lib/posts/schema";
import type { Prisma } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import { createMember, createPost, createUser, type Member, suspend } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { readAllPages } from "@/tests/pages";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
beforeEach(async () => {
  await db().user.updateMany({ data: { department: null } });
});

const CLASS = { department: "CSE", batch: 2027 } as const;
const get = ({ token }: Member, query: Record<string, string> = {}) =>
  api.get("/posts", { token, query: { feed: "class", ...query } });
const captions = async (me: Member) => (await get(me)).read(feedAnswer).posts.map(({ caption }) => caption);

/** A person of the class, or not, who has posted their name. */
async function author(name: string, more: Partial<Prisma.UserCreateInput> = {}) {
  const user = await createUser({ name, ...CLASS, ...more });
  await createPost({ author: user, caption: name });
  return user;
}

test("the posts of one's department and year, newest first, and one's own", async () => {
  const me = await createMember(CLASS);
  await author("Classmate");
  await author("Other Year", { batch: 2028 });
  await author("Other Department", { department: "ME" });
  await author("Other College", { collegeName: "--" });
  await createPost({ author: me, caption: "Mine" });
  const { posts, total } = (await get(me)).read(feedAnswer);
  expect(posts.map(({ caption }) => caption)).toEqual(["Mine", "Classmate"]);
  expect(posts[1]?.userId.affiliation.label).toBe("CSE ’27");
  expect(total).toBe(2);
});

test("of one's section alone, once one says it", async () => {
  const me = await createMember({ ...CLASS, section: "B" });
  await author("Of A", { section: "A" });
  await author("Of B", { section: "B" });
  await author("Without");
  expect(await captions(me)).toEqual(["Of B"]);
  await db().user.update({ where: { id: me.id }, data: { section: null } });
  expect((await captions(me)).sort()).toEqual(["Of A", "Of B", "Without"]);
});

test.each([{}, { department: "CSE" }, { batch: 2027 }])("nothing while one's class is %j", async (said) => {
  expect(await get(await createMember(said))).toMatchObject({
    status: 400,
    error: "no_class",
    body: { message: "Add your department and year to your profile, and your class shows up here." },
  });
});

test("pages are complete and newest first", async () => {
  const me = await createMember(CLASS);
  const [one, two] = [await createUser(CLASS), await createUser(CLASS)];
  for (let n = 0; n < 7; n++) await createPost({ author: n % 3 === 0 ? one : two, caption: String(n) });
  const pages = await readAllPages(async (cursor) => {
    const { posts, nextCursor } = (await get(me, { limit: "3", ...(cursor && { cursor }) })).read(feedAnswer);
    return { items: posts.map(({ caption }) => caption), nextCursor };
  });
  expect(pages).toEqual([["6", "5", "4"], ["3", "2", "1"], ["0"]]);
});

const HIDDEN: Record<string, (me: Member) => Promise<unknown>> = {
  deactivated: async () => {
    const { id } = await author("Hidden");
    await db().user.update({ where: { id }, data: { isActive: false, deactivatedAt: new Date() } });
  },
  banned: async () => suspend(await author("Hidden"), null),
  "keeping the year to their circle": () => author("Hidden", { whoSeesBatch: "circle" }),
  blocked: async (me) => {
    const { id } = await author("Hidden");
    await db().block.create({ data: { blockerId: me.id, blockedId: id } });
  },
  blocker: async (me) => {
    const { id } = await author("Hidden");
    await db().block.create({ data: { blockerId: id, blockedId: me.id } });
  },
  muted: async (me) => {
    const { id } = await author("Hidden");
    await db().mute.create({ data: { muterId: me.id, mutedId: id } });
  },
};

test.each(Object.entries(HIDDEN))("without a person who is %s", async (_, hide) => {
  const me = await createMember(CLASS);
  await author("Shown", { isListed: false });
  await hide(me);
  expect(await captions(me)).toEqual(["Shown"]);
});
