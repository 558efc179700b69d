import { campusNumbersAnswer } from "@/lib/college/schema";
import { campusNumbers } from "@/lib/college/server/numbers";
import { addTime, ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createComment, createMember, createPost, createStaff, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeEach(() => campusNumbers.clear());

let admin: Member;
let people: Member[];
beforeAll(async () => {
  admin = await createStaff("admin");
  people = [];
  for (let index = 0; index < 12; index++) {
    people.push(await createMember({ createdAt: ago(10, "days") }));
  }
});

const read = async () =>
  (await api.get("/college/numbers", { token: admin.token })).read(campusNumbersAnswer);

test("people are counted once in the days in which they were there; hidden ones are not", async () => {
  const seen = (person: Member | undefined, days: number) =>
    db().session.updateMany({ where: { userId: person?.id ?? "" }, data: { lastSeenAt: ago(days, "days") } });
  for (const person of people.slice(0, 2)) await seen(person, 3);
  expect((await read()).active).toEqual({ day: 11, week: 13, month: 13 });
  campusNumbers.clear();
  for (const person of people.slice(2, 4)) await seen(person, 20);
  await db().user.update({ where: { id: people[11]?.id ?? "" }, data: { isActive: false } });
  // Nine, which is not shown.
  expect((await read()).active).toEqual({ day: null, week: 10, month: 12 });
  await db().user.update({ where: { id: people[11]?.id ?? "" }, data: { isActive: true } });
});

test("posts, comments and sign-ups are counted by the week, of which the last is under way", async () => {
  const author = people[4] as Member;
  const post = await createPost({ author });
  for (let index = 0; index < 10; index++) await createPost({ author });
  for (let index = 0; index < 9; index++) await createComment({ post, author });
  const { weeks } = await read();
  expect(weeks).toHaveLength(12);
  expect(weeks.at(-1)).toMatchObject({ posts: 11, comments: null });
  expect(weeks[0]).toMatchObject({ posts: null, comments: null, joined: null });
  const starts = weeks.map(({ from }) => Date.parse(from));
  for (const [index, start] of starts.entries()) {
    expect(new Date(start).getUTCDay()).toBe(1);
    if (index > 0) expect(start - (starts[index - 1] ?? 0)).toBe(7 * 86_400_000);
  }
  expect(weeks.map(({ joined }) => joined)).toContain(12);
});

test("the time to the first comment is the median over ten posts, by others than the author", async () => {
  const [author, other] = [people[5] as Member, people[6] as Member];
  const answer = async (hours: number) => {
    const createdAt = ago(2, "days");
    const post = await createPost({ author, createdAt });
    const own = await createComment({ post, author });
    const first = await createComment({ post, author: other });
    await db().comment.update({ where: { id: own }, data: { createdAt: addTime(createdAt, 1, "minutes") } });
    await db().comment.update({
      where: { id: first },
      data: { createdAt: addTime(createdAt, hours, "hours") },
    });
  };
  for (const hours of [1, 1, 1, 1, 4, 8, 9, 9, 9]) await answer(hours);
  expect((await read()).hoursToFirstComment).toBeNull();
  campusNumbers.clear();
  await answer(2);
  expect((await read()).hoursToFirstComment).toBe(3);
});
