import { peopleAnswer } from "@/lib/people-search/people-schema";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import { createMember, createUser, type Member, suspend } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { readAllPages } from "@/tests/pages";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
// The counts are of everyone.
beforeEach(async () => {
  await db().user.deleteMany({ where: { department: { not: null } } });
});

type Query = Record<string, string | number>;
const CLASS = { department: "CSE", batch: 2027 } as const;
const get = (me: Member, query: Query = {}) => api.get("/people", { token: me.token, query });
const read = async (me: Member, query: Query = {}) => (await get(me, query)).read(peopleAnswer);
const names = async (me: Member, query: Query = {}) => (await read(me, query)).people.map(({ name }) => name);
const make = (name: string, more: Partial<Prisma.UserCreateInput> = {}) =>
  createUser({ name, ...CLASS, ...more });

/** Some people of CSE and ME, with the viewer first. */
async function createClass(): Promise<Member> {
  const me = await createMember({ name: "Asha Me", ...CLASS, section: "B" });
  await make("Bela Rao", { section: "B", programme: "BTECH" });
  await make("Chetan Das", { section: "A", programme: "BTECH" });
  await make("Dev Patel", { batch: 2028, programme: "MTECH" });
  await make("Esha Iyer", { department: "ME" });
  await make("Farah Khan", { role: "faculty", batch: null });
  await make("Gopal Roy", { role: "alumni", batch: 2024, department: "ME" });
  return me;
}

describe("the people of the campus", () => {
  test("are found by what they are, by name, with what they are beside it", async () => {
    const me = await createClass();
    const { people, total, nextCursor } = await read(me, CLASS);
    expect(people.map(({ name }) => name)).toEqual(
      ["Asha Me", "Bela Rao", "Chetan Das", "Esha Iyer"].slice(0, 3),
    );
    expect({ total, nextCursor }).toEqual({ total: 3, nextCursor: null });
    expect(people[1]).toEqual({
      _id: expect.any(String),
      name: "Bela Rao",
      username: expect.any(String),
      avatar: "",
      affiliation: { role: "student", department: "CSE", batch: 2027, label: "CSE ’27" },
      collegeName: "MITS",
      isInCircle: false,
    });
    expect(await names(me, { role: "faculty" })).toEqual(["Farah Khan"]);
    expect(await names(me, { department: "ME" })).toEqual(["Esha Iyer", "Gopal Roy"]);
    expect(await names(me, { programme: "MTECH" })).toEqual(["Dev Patel"]);
    expect(await names(me, { ...CLASS, section: "B" })).toEqual(["Asha Me", "Bela Rao"]);
    expect(await names(me, { ...CLASS, q: "da che" })).toEqual(["Chetan Das"]);
    expect(await names(me, { department: "CSE", batch: 2024 })).toEqual([]);
  });

  test("each facet counts under the other filters", async () => {
    const me = await createClass();
    const { facets, total } = await read(me, { department: "CSE", batch: 2027 });
    expect(total).toBe(3);
    expect(facets).toEqual({
      department: [
        { value: "CSE", count: 3 },
        { value: "ME", count: 1 },
      ],
      batch: [
        { value: 2027, count: 3 },
        { value: 2028, count: 1 },
      ],
      role: [{ value: "student", count: 3 }],
    });
    const everyone = await read(me, { q: "" });
    expect(everyone.facets.role).toEqual([
      { value: "student", count: expect.any(Number) },
      { value: "alumni", count: 1 },
      { value: "faculty", count: 1 },
    ]);
    expect(everyone.facets.department).toEqual([
      { value: "CSE", count: 5 },
      { value: "ME", count: 2 },
    ]);
  });

  test("with a section, nothing is said of the sections of other departments", async () => {
    const me = await createClass();
    await make("Hari Nath", { department: "ME", section: "B" });
    expect((await read(me, { ...CLASS, section: "B" })).facets.department).toEqual([
      { value: "CSE", count: 2 },
    ]);
    const bad: Query[] = [
      { section: "B" },
      { department: "ME", section: "B" },
      { section: "B", batch: 2027 },
    ];
    for (const query of bad) {
      expect(await get(me, query)).toMatchObject({ status: 400, error: "validation" });
    }
    const nobody = await createMember();
    expect(await get(nobody, { department: "CSE", section: "B" })).toMatchObject({ status: 400 });
  });

  test("unknown values are rejected", async () => {
    const me = await createMember();
    const bad: Query[] = [
      { department: "HOGWARTS" },
      { department: "" },
      { programme: "BTECHX" },
      { college: "IIT" },
      { batch: "27" },
      { batch: 1949 },
      { batch: new Date().getFullYear() + 7 },
      { role: "admin" },
      { department: "CSE", section: "b" },
      { q: "x".repeat(201) },
      { cursor: "nonsense" },
      { limit: 51 },
      { from: "b" },
      { from: "AB" },
      { from: "" },
    ];
    for (const query of bad) {
      const reply = await get(me, query);
      expect([query, reply.status]).toEqual([query, 400]);
      expect(reply.body).toMatchObject({ issues: [{ path: Object.keys(query).at(-1) }] });
    }
  });

  test("pages are complete and without duplicates while people change their year", async () => {
    const me = await createMember({ name: "Zed Last", ...CLASS });
    // The same name for some: the id decides.
    for (const name of ["Om Jha", "Om Jha", "Om Jha", "Nila Sen", "Pia Dey", "Qadir Ali"]) await make(name);
    const leaving = await make("Ravi Moves");
    let changes = 0;
    const pages = await readAllPages(
      async (cursor) => {
        const { people, nextCursor } = await read(me, { ...CLASS, limit: 2, ...(cursor && { cursor }) });
        return { items: people.map(({ name }) => name), nextCursor };
      },
      async () => {
        if (changes++ === 0) {
          await db().user.update({ where: { id: leaving.id }, data: { batch: 2028 } });
          await make("Aarav Joins");
        }
      },
    );
    expect(pages.flat()).toEqual([
      "Nila Sen",
      "Om Jha",
      "Om Jha",
      "Om Jha",
      "Pia Dey",
      "Qadir Ali",
      "Zed Last",
    ]);
  });

  test("a letter begins the list there, over its pages, and changes no count", async () => {
    const me = await createClass();
    await make("álvaro Early");
    await make("bina Small");
    const { total, facets } = await read(me);
    const pages = await readAllPages(async (cursor) => {
      const page = await read(me, { from: "B", limit: 2, ...(cursor && { cursor }) });
      expect(page).toMatchObject({ total, facets });
      return { items: page.people.map(({ name }) => name), nextCursor: page.nextCursor };
    });
    expect(pages.flat().slice(0, 7)).toEqual([
      "Bela Rao",
      "bina Small",
      "Chetan Das",
      "Dev Patel",
      "Esha Iyer",
      "Farah Khan",
      "Gopal Roy",
    ]);
    expect(await names(me, { ...CLASS, from: "C" })).toEqual(["Chetan Das"]);
    expect(await read(me, { from: "Z" })).toEqual({ people: [], total, facets, nextCursor: null });
  });

  test("say nothing of sex, age, address, number or section", async () => {
    const me = await createClass();
    const body = JSON.stringify((await get(me, CLASS)).body);
    expect(body).not.toMatch(/section|email|phone|birth|hostel|gender|sex|collegeId|isAdult/i);
  });
});

/** Someone of the viewer's class whom the viewer may not find. */
const HIDDEN: Record<string, (me: Member) => Promise<unknown>> = {
  deactivated: () => make("Hidden One", { isActive: false, deactivatedAt: new Date() }),
  "switched off": () => make("Hidden One", { isActive: false, switchedOffAt: new Date() }),
  "deleted and not removed yet": () => make("Hidden One", { isActive: false, deletedAt: new Date() }),
  banned: async () => suspend(await make("Hidden One"), null),
  unproven: () => make("Hidden One", { verifiedAt: null }),
  nameless: () => make("Anonymous User"),
  "not listed": () => make("Hidden One", { isListed: false }),
  blocked: async (me) => {
    const { id } = await make("Hidden One");
    await db().block.create({ data: { blockerId: me.id, blockedId: id } });
  },
  blocker: async (me) => {
    const { id } = await make("Hidden One");
    await db().block.create({ data: { blockerId: id, blockedId: me.id } });
  },
  muted: async (me) => {
    const { id } = await make("Hidden One");
    await db().mute.create({ data: { muterId: me.id, mutedId: id } });
  },
};

test.each(Object.entries(HIDDEN))("a person who is %s is in no list, count or facet", async (_, hide) => {
  const me = await createClass();
  const queries: Query[] = [
    {},
    CLASS,
    { department: "CSE" },
    { batch: 2027 },
    { role: "student" },
    { q: "h" },
  ];
  const seen = () => Promise.all(queries.map((query) => read(me, query)));
  const before = await seen();
  await hide(me);
  expect(await seen()).toEqual(before);
  await make("Hidden One");
  const [everyone] = await seen();
  expect(everyone?.total).toBe((before[0]?.total ?? 0) + 1);
});

test("people who are not listed find themselves", async () => {
  const me = await createMember({ name: "Only Me", ...CLASS, isListed: false });
  expect(await read(me, CLASS)).toMatchObject({ total: 1, people: [{ name: "Only Me" }] });
});

test("a year for the circle is neither found nor counted by others, and the person is", async () => {
  const me = await createClass();
  const shy = await createMember({ name: "Hidden Year", ...CLASS, whoSeesBatch: "circle" });
  const byYear = await read(me, CLASS);
  expect(byYear.total).toBe(3);
  const { people, facets, total } = await read(me, { department: "CSE" });
  expect(people.find(({ name }) => name === "Hidden Year")?.affiliation).toEqual({
    role: "student",
    department: "CSE",
    batch: null,
    label: "CSE",
  });
  expect({ total, batch: facets.batch }).toEqual({
    total: 6,
    batch: [
      { value: 2027, count: 3 },
      { value: 2028, count: 1 },
    ],
  });
  expect(await names(shy, CLASS)).toContain("Hidden Year");
  // They have joined the viewer.
  await db().follow.create({ data: { followerId: shy.id, followeeId: me.id } });
  expect(await read(me, CLASS)).toMatchObject({ total: 4 });
  expect(await names(me, CLASS)).toContain("Hidden Year");
});
