import { updateProfile } from "@/lib/users/service/profile";
import { createMember, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/world";

beforeAll(useTestDatabase);

const rename = async ({ viewer, id }: Member) =>
  (await updateProfile(viewer, id, { name: "Dev Patel" })).username;
const newcomers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createMember({ name: "Anonymous User", username: null })));

describe("people of one name", () => {
  test("get usernames of their own, one after the other and at once", async () => {
    const [first, second, third, ...others] = await newcomers(9);
    for (const [member, username] of [
      [first, "dev.patel"],
      [second, "dev.patel.2"],
      [third, "dev.patel.3"],
    ] as const) {
      expect(member && (await rename(member))).toBe(username);
    }
    const rest = await Promise.all(others.map(rename));
    expect(rest.sort()).toEqual([4, 5, 6, 7, 8, 9].map((number) => `dev.patel.${number}`));
  });

  test("keep their username when they change their name", async () => {
    const kabir = await createMember({ name: "Kabir Rao", username: "kabir.rao" });
    expect(await rename(kabir)).toBe("kabir.rao");
  });
});
