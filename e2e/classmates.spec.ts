import { publish } from "./feed";
import { bearer, expect, expectNoSidewaysScroll, makePerson, type Person, signIn, test } from "./fixtures";

/** Finding classmates, on phones and wide screens. */

test("a first-year finds their section before the first lab", async ({ page, context, request }) => {
  const main = page.getByRole("main");
  const me = await signIn(context, "Aarav Sharma");
  // A year that few other runs have.
  const batch = 1950 + Math.floor(Math.random() * 70);
  const nameOf = (first: string) =>
    `${first} ${"abcdefghij"[batch % 10]}${"klmnopqrst"[Math.floor(Math.random() * 10)]}mate`;
  const say = async (person: Person, section: string) => {
    const data = { department: "CSE", batch, section };
    const saved = await request.put(`/api/users/${person._id}`, { headers: bearer(person), data });
    expect(saved.ok()).toBe(true);
  };
  const [mate, other] = [await makePerson(request, nameOf("Lab")), await makePerson(request, nameOf("Else"))];
  await say(mate, "B");
  await say(other, "A");

  await page.goto("/search-users");
  await main.getByRole("link", { name: "People", exact: true }).click();
  await expect(page).toHaveURL("/people");
  const people = main.getByRole("list", { name: "People, by name" });
  // Without a class there is a way to say it.
  await expect(main.getByRole("link", { name: "your profile" })).toBeVisible();
  await say(me, "B");
  await page.reload();
  await main.getByRole("button", { name: /^My class: CSE .*, section B$/ }).click();
  await expect(page).toHaveURL(`/people?department=CSE&batch=${batch}&section=B`);
  await expect(main.getByRole("status").filter({ hasText: /^\d+ people$/ })).toBeVisible();
  await expect(people.getByRole("link", { name: mate.name })).toBeVisible();
  await expect(people.getByRole("link", { name: other.name })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  // The whole class, with the address to share.
  await main.getByRole("combobox", { name: "Section" }).selectOption("");
  await expect(people.getByRole("link", { name: other.name })).toBeVisible();
  await page.reload();
  await expect(people.getByRole("link", { name: me.name })).toBeVisible();
  await people.getByRole("button", { name: `Join Circle of ${mate.name}` }).click();
  await expect(people.getByRole("button", { name: `In Circle: Leave circle of ${mate.name}` })).toBeVisible();

  await publish(request, mate, "Who brings the lab manual?");
  await page.goto("/mainfeed?feed=class");
  await expect(main.getByText("Who brings the lab manual?")).toBeVisible();
});
