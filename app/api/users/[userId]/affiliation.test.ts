import { db } from "@/lib/platform/db";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { meAnswer } from "@/lib/profiles/schema";
import { api } from "@/tests/api";
import { createMember, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/** What people say of themselves at the college. */

beforeAll(useTestDatabase);
beforeEach(clearExceededLimits);

const say = ({ id, token }: Member, body: object) => api.put(`/users/${id}`, { token, body });
const stored = ({ id }: Member) => db().user.findUniqueOrThrow({ where: { id } });

test("department, programme, year and section are said and removed", async () => {
  const me = await createMember();
  const said = { department: "CSE", programme: "BTECH", batch: 2027, section: "b" };
  const { user } = (await say(me, { ...said, whoSeesBatch: "circle", isListed: false })).read(meAnswer);
  expect(user).toMatchObject({
    affiliation: { role: "student", department: "CSE", batch: 2027, label: "CSE ’27" },
    programme: "BTECH",
    section: "B",
    whoSeesBatch: "circle",
    isListed: false,
  });
  for (const empty of ["", null]) {
    const none = { department: empty, programme: empty, batch: empty, section: empty };
    const nobody = await createMember({ ...said, section: "B" });
    expect((await say(nobody, none)).read(meAnswer).user).toMatchObject({
      affiliation: { department: null, batch: null, label: "" },
      programme: null,
      section: null,
    });
  }
});

test.each([
  [{ department: "ZZZ" }, /^Please choose a department of your college: AIDS, /],
  [{ programme: "BSC" }, /^Please choose a programme of your college: BTECH, /],
  [{ batch: 1949 }, /^Please choose a year from 1950 to \d{4}\.$/],
  [{ batch: new Date().getFullYear() + 7 }, /^Please choose a year from 1950/],
  [{ batch: 2027.5 }, /^Please choose a year from 1950/],
  [{ batch: "2027" }, /^Please choose a year from 1950/],
  [{ section: "AB" }, /^A section is one letter/],
  [{ section: "7" }, /^A section is one letter/],
  [{ section: "ß" }, /^A section is one letter/],
])("%j is rejected", async (body, message) => {
  const me = await createMember();
  expect(await say(me, body)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(message) },
  });
});

test("no one says their own role", async () => {
  const me = await createMember();
  expect(await say(me, { role: "faculty", section: "A" })).toMatchObject({ status: 200 });
  expect(await stored(me)).toMatchObject({ role: "student", section: "A" });
});

test("department and year change twice a year, and the first time is no change", async () => {
  const me = await createMember();
  expect(await say(me, { department: "CSE" })).toMatchObject({ status: 200 });
  expect(await say(me, { batch: 2027 })).toMatchObject({ status: 200 });
  expect(await say(me, { department: "CSE", batch: 2027, section: "A" })).toMatchObject({ status: 200 });
  expect(await say(me, { department: "IT", batch: 2028 })).toMatchObject({ status: 200 });
  expect(await say(me, { batch: null })).toMatchObject({ status: 200 });
  expect(await say(me, { batch: 2028 })).toMatchObject({ status: 200 });
  const third = await say(me, { department: "ECE", bio: "Not this either" });
  expect(third).toMatchObject({ status: 409, error: "conflict" });
  expect(third.body).toMatchObject({ message: expect.stringMatching(/twice already.* in 36[45] days\.$/) });
  expect(await say(me, { section: "C", programme: "MTECH", bio: "This is fine" })).toMatchObject({
    status: 200,
  });
  expect(await stored(me)).toMatchObject({ department: "IT", batch: 2028, bio: "This is fine" });
});

test("a change that fails is not counted", async () => {
  const me = await createMember({ department: "CSE", batch: 2027 });
  for (const body of [
    { batch: 2028, department: "ZZZ" },
    { batch: 2029, collegeName: "IITD" },
  ]) {
    for (let count = 0; count < 3; count++) expect(await say(me, body)).toMatchObject({ status: 400 });
  }
  for (const batch of [2028, 2029]) expect(await say(me, { batch })).toMatchObject({ status: 200 });
  expect(await say(me, { batch: 2030 })).toMatchObject({ status: 409 });
});

test("of changes at the same moment no more than two happen", async () => {
  const me = await createMember({ department: "CSE", batch: 2024 });
  const years = [2025, 2026, 2027, 2028, 2029, 2030];
  const replies = await Promise.all(years.map((batch) => say(me, { batch })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
});

test("of two first years at the same moment one is a change, and counts as one", async () => {
  for (let round = 0; round < 5; round++) {
    const me = await createMember();
    const replies = await Promise.all([2026, 2027].map((batch) => say(me, { batch })));
    const uses = await db().rateLimit.findUnique({ where: { key: `affiliation:${me.id}` } });
    const changes = replies.filter(({ status }) => status === 200).length - 1;
    expect(uses?.count ?? 0).toBe(changes);
  }
});

test.each([
  ["alumni", { department: "IT" }, /^Your college sets your department\./],
  ["alumni", { batch: 2025 }, /^Your college sets your year\./],
  ["faculty", { department: null }, /^Your college sets your department\./],
  ["staff", { department: "IT" }, /^Your college sets your department\./],
] as const)("the college's word on %s is final: %j", async (role, body, message) => {
  const me = await createMember({ role, department: "CSE", batch: 2024 });
  for (let count = 0; count < 3; count++) {
    expect(await say(me, body)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(message) },
    });
  }
  expect(await say(me, { department: "CSE", batch: 2024, section: "A" })).toMatchObject({ status: 200 });
});
