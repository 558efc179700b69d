import { db } from "@/lib/platform/db";
import { removeSearchableIds } from "@/lib/users/service/searchable-ids";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/world";

beforeAll(useTestDatabase);

test("texts of earlier releases lose the College ID and nothing else", async () => {
  const me = await createMember({ name: "Searching Person" });
  const old = {
    name: "Asha Rao",
    username: "asha",
    collegeId: "0901CS",
    searchText: " asha rao\t asha\t 0901cs\t",
  };
  const asha = await createUser(old);
  const unnamed = await createNewcomer({ collegeId: "0901", searchText: " 0901\t" });
  const fresh = await createUser({ name: "Dev Patel", username: "dev", collegeId: "0901ME" });
  const find = async (q: string) => (await api.get("/search/users", { token: me.token, query: { q } })).body;
  expect(await find("0901c")).toMatchObject({ total: 1 });

  await removeSearchableIds();
  const textOf = async ({ id }: { id: string }) =>
    (await db().user.findUniqueOrThrow({ where: { id } })).searchText;
  expect(await textOf(asha)).toBe(" asha rao\t asha\t");
  expect(await textOf(unnamed)).toBe("");
  expect(await textOf(fresh)).toBe(fresh.searchText);
  expect(await find("0901c")).toMatchObject({ total: 0 });
  expect(await find("0901cs")).toMatchObject({ total: 1 });
});
