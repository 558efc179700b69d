import { setCircle } from "@/lib/circles/server/circle";
import { suggestionsAnswer } from "@/lib/people-search/schema";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createUser, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeEach(useTestDatabase);

const suggest = async (me: Member) =>
  (await api.get("/users/suggestions", { token: me.token })).read(suggestionsAnswer).users;
const join = (me: Member, other: { id: string }) => setCircle(me.viewer, other.id, true);

describe("people to join", () => {
  test("are people with mutual circles, most mutual first, then the newest classmates", async () => {
    const old = await createUser({ name: "Old Classmate", createdAt: new Date("2025-01-01") });
    const [me, a, b] = [await createMember(), await createMember(), await createMember()];
    const [shared, once] = [
      await createUser({ name: "Shared Twice" }),
      await createUser({ name: "Shared Once" }),
    ];
    const newest = await createUser({ name: "New Classmate", createdAt: new Date(Date.now() + 60_000) });
    for (const person of [a, b]) await join(me, person);
    await join(a, shared);
    await join(b, shared);
    await join(b, once);
    await join(a, me);
    expect((await suggest(me)).map(({ name, mutualCount }) => [name, mutualCount])).toEqual([
      [shared.name, 2],
      [once.name, 1],
      [newest.name, 0],
      [old.name, 0],
    ]);
  });

  test("are no longer people who were joined or deleted meanwhile", async () => {
    const me = await createMember();
    const [first, second] = [await createMember(), await createMember()];
    expect(await suggest(me)).toHaveLength(2);
    await join(me, first);
    await api.delete(`/auth/users/${second.id}`, { token: second.token });
    expect(await suggest(me)).toEqual([]);
  });

  test("are never the viewer, unproven, deactivated, unnamed or of another college", async () => {
    const me = await createMember();
    await createUser({ verifiedAt: null });
    await createUser({ isActive: false });
    await createNewcomer({ verifiedAt: new Date(), collegeName: "MITS" });
    await createUser({ collegeName: "--" });
    expect(await suggest(me)).toEqual([]);
  });

  test("are at most five", async () => {
    const me = await createMember();
    for (let i = 0; i < 7; i++) await createUser();
    expect(await suggest(me)).toHaveLength(5);
  });
});
