import { setCircle } from "@/lib/circles/server/circle";
import { suggestionsAnswer } from "@/lib/people-search/schema";
import { wellJoinedPeople } from "@/lib/people-search/server/suggestions";
import { db } from "@/lib/platform/db";
import { setMute } from "@/lib/safety/server/mute";
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

  test("are not people who are suspended, until that is over", async () => {
    const [me, other] = [await createMember(), await createMember()];
    const suspend = (suspendedUntil: Date) =>
      db().user.update({ where: { id: other.id }, data: { suspendedAt: new Date(), suspendedUntil } });
    await suspend(new Date(Date.now() + 60_000));
    expect(await suggest(me)).toEqual([]);
    await suspend(new Date(Date.now() - 60_000));
    expect((await suggest(me)).map(({ _id }) => _id)).toEqual([other.id]);
  });

  test("are never the viewer, unproven, deactivated, unnamed, or of another college without a circle", async () => {
    const me = await createMember();
    await createUser({ verifiedAt: null });
    await createUser({ isActive: false });
    await createNewcomer({ verifiedAt: new Date(), collegeName: "MITS" });
    await createUser({ collegeName: "--" });
    expect(await suggest(me)).toEqual([]);
  });

  test("are at most five, or as many as were asked for", async () => {
    const me = await createMember();
    for (let i = 0; i < 7; i++) await createUser();
    expect(await suggest(me)).toHaveLength(5);
    const more = await api.get("/users/suggestions", { token: me.token, query: { limit: 6 } });
    expect(more.read(suggestionsAnswer).users).toHaveLength(6);
    const none = await api.get("/users/suggestions", { token: me.token, query: { limit: 0 } });
    expect(none.status).toBe(400);
  });

  test("name someone who joined them, unless that person is hidden or muted", async () => {
    const me = await createMember();
    const [yash, riya, tara] = [
      await createMember({ name: "Yash Agrawal" }),
      await createMember(),
      await createMember(),
    ];
    const [kabir, meera, dev] = [await createUser(), await createUser(), await createUser()];
    for (const person of [yash, riya, tara]) await join(me, person);
    await join(yash, kabir);
    await join(riya, meera);
    await join(tara, dev);
    await db().user.update({ where: { id: riya.id }, data: { isActive: false } });
    await setMute(me.viewer, tara.id, { muted: true });
    const joinedBy = new Map((await suggest(me)).map((person) => [person._id, person.joinedBy]));
    expect(joinedBy.get(kabir.id)).toBe("Yash Agrawal");
    expect(joinedBy.get(meera.id)).toBe("");
    expect(joinedBy.get(dev.id)).toBe("");
  });

  test("are for a newcomer first of the same class, then with a large circle", async () => {
    const CSE = { department: "CSE", batch: 2027 };
    const me = await createMember(CSE);
    const wellJoined = await createUser({ followersCount: 9, createdAt: new Date("2025-01-02") });
    const joinedMore = await createUser({ followersCount: 12, createdAt: new Date("2025-01-01") });
    const classmate = await createUser({ ...CSE, createdAt: new Date("2025-01-03") });
    const others = [
      await createUser({ ...CSE, batch: 2026 }),
      await createUser({ ...CSE, department: "ECE" }),
      await createUser({ ...CSE, role: "alumni" }),
      // Whose year the viewer may not see.
      await createUser({ ...CSE, whoSeesBatch: "circle" }),
    ];
    wellJoinedPeople.clear();
    const found = (await api.get("/users/suggestions", { token: me.token, query: { limit: 9 } })).read(
      suggestionsAnswer,
    );
    expect(found.users.map(({ _id }) => _id)).toEqual(
      [classmate, joinedMore, wellJoined, ...others.reverse()].map(({ id }) => id),
    );
  });

  test("are of other colleges, those with a large circle, after all of one's own", async () => {
    const me = await createMember({ collegeName: "RJIT" });
    const [elsewhere, joinedMore] = [
      await createUser({ followersCount: 9 }),
      await createUser({ followersCount: 12 }),
    ];
    const old = new Date("2025-01-01");
    const classmate = await createUser({ collegeName: "RJIT", createdAt: old });
    const wellJoined = await createUser({ collegeName: "RJIT", followersCount: 5, createdAt: old });
    wellJoinedPeople.clear();
    expect((await suggest(me)).map(({ _id }) => _id)).toEqual(
      [wellJoined, classmate, joinedMore, elsewhere].map(({ id }) => id),
    );
  });

  test("are of no class for whom nothing is known", async () => {
    const me = await createMember({ collegeId: "0901CS231042" });
    const old = await createUser({ collegeId: "0901CS231077", createdAt: new Date("2025-01-01") });
    const newest = await createUser({ collegeId: "0901EC230001" });
    expect((await suggest(me)).map(({ _id }) => _id)).toEqual([newest.id, old.id]);
  });
});
