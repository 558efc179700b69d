import { db } from "@/lib/platform/db";
import { RESERVED_NAME } from "@/lib/profiles/policy";
import { api } from "@/tests/api";
import { createMember, createMembers, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const rename = ({ id, token }: Member, name: string) => api.put(`/users/${id}`, { token, body: { name } });

test.each([
  "MITS Official",
  "ΜΙΤЅ 0fficial",
  "M.I.T.S",
  "MITS Gwl",
  "ＡＤＭＩＮ",
  "Campus Circle",
  "Exam Ѕupport",
])("%j suggests the college or its staff, and is no one's name", async (name) => {
  const me = await createMember();
  expect(await rename(me, name)).toMatchObject({ status: 400, body: { message: RESERVED_NAME } });
});

test.each(["Admira Khan", "Amit Singh", "Staffan Berg", "Mit S", "0901CS221045 Helpful"])(
  "%j is an ordinary name",
  async (name) => {
    expect(await rename(await createMember(), name)).toMatchObject({ status: 200 });
  },
);

test("a name changes five times in 30 days, not counting capitals, accents, dots and spaces", async () => {
  const me = await createMember({ name: "J R Nunez" });
  for (const corrected of ["j r nunez", "J. R. Nuñez", "JR Nuñez"]) {
    expect(await rename(me, corrected)).toMatchObject({ status: 200 });
  }
  for (const name of ["Rohan A", "Rohan B", "Rohan C", "Rohan D", "Rohan E"]) {
    expect(await rename(me, name)).toMatchObject({ status: 200, body: { user: { name } } });
  }
  const sixth = await rename(me, "Someone Else");
  expect(sixth).toMatchObject({ status: 429, error: "rate_limited" });
  expect(sixth.body).toMatchObject({
    message: expect.stringMatching(/five times already.* in (29|30) days\.$/),
  });
  expect(await rename(me, "Rohan e")).toMatchObject({ status: 200 });
});

test("the first name is no change, and a change that fails is not counted", async () => {
  const me = await createMember({ name: "Anonymous User" });
  expect(await rename(me, "Rohan Gupta")).toMatchObject({ status: 200 });
  for (let count = 0; count < 3; count++) {
    const body = { name: `Rohan ${"ABC"[count]}`, collegeName: "IITD" };
    expect((await api.put(`/users/${me.id}`, { token: me.token, body })).status).toBe(400);
  }
  expect(await rename(me, "Rohan Verma")).toMatchObject({ status: 200 });
});

test("the name before is on the profile for a week, and in reports for a month", async () => {
  const [me, other] = (await createMembers(2)) as [Member, Member];
  const before = me.user.name;
  await rename(me, "Rohan Gupta");
  const look = async () => (await api.get(`/users/${me.id}`, { token: other.token })).body;
  expect(await look()).toMatchObject({ user: { name: "Rohan Gupta", formerName: before } });
  await db().sql`UPDATE users SET name_changed_at = now() - interval '8 days' WHERE id = ${me.id}::uuid`;
  expect(await look()).toMatchObject({ user: { name: "Rohan Gupta" } });
  expect(JSON.stringify(await look())).not.toContain(before);
  const body = { subject: "person", subjectId: me.id, reason: "impersonation" };
  await api.post("/reports", { token: other.token, body });
  const { snapshot } = await db().moderationCase.findFirstOrThrow({ where: { personId: me.id } });
  expect(JSON.stringify(snapshot)).toContain(`Rohan Gupta (before: ${before})`);
});
