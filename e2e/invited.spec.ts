import { enterCode, expectUsable, logIn, test } from "./auth";
import { expect, mailsTo } from "./fixtures";
import { fakeGoogle } from "./google";

/** From the college's list of addresses to a graduate in the app (docs/product.md, The college). */

const ADMIN = "ananya.singh@mitsgwl.ac.in";

test("an admin imports a list, and a graduate follows the invitation into the app", async ({
  page,
  request,
  context,
  browser,
}) => {
  await fakeGoogle(context, "closed");
  const email = `meera.${Date.now().toString(36)}.${process.pid}@example.com`;
  await logIn(page, request, ADMIN);

  await test.step("the file is tried, and then imported", async () => {
    await page.goto("/college/people");
    await expect(page.getByRole("list", { name: "People, by name" })).toBeVisible();
    await page.getByRole("button", { name: "Import people" }).click();
    const dialog = page.getByRole("dialog", { name: "Import people" });
    const lines = [
      "email;name;role;department;batch",
      `${email};Meera Iyer;alumni;CSE;2019`,
      "nobody;;student;;",
    ];
    await dialog.locator("input[type=file]").setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`\uFEFF${lines.join("\r\n")}`),
    });
    await expect(dialog.getByText("1 new, 0 changed, 1 invitation", { exact: true })).toBeVisible();
    await expect(dialog.getByText("Line 3: Please enter a valid email address.")).toBeVisible();
    await expectUsable(page);
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(dialog.getByText("Imported: 1 new, 0 changed, 1 invitation.")).toBeVisible();
  });

  let link = "";
  await expect(async () => {
    const [mail] = (await mailsTo(request, email)) as { subject: string; text: string }[];
    link = /https?:\/\/\S+#\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();

  const theirs = await browser.newContext();
  await fakeGoogle(theirs, "closed");
  const graduate = await theirs.newPage();
  await test.step("the link has the address, and the code is enough", async () => {
    const { pathname, hash } = new URL(link);
    await graduate.goto(pathname + hash);
    await expect(graduate.getByLabel("Email")).toHaveValue(email);
    await graduate.getByRole("button", { name: "Next", exact: true }).click();
    await expect(graduate).toHaveURL(/\/verification-page$/);
    await expectUsable(graduate);
    await enterCode(graduate, request, email);
  });

  await test.step("their name is known, and the College ID can be left out", async () => {
    await expect(graduate).toHaveURL(/\/enter-student-id$/);
    await graduate.getByRole("radio", { name: "I am 18 or older" }).check();
    await graduate.getByRole("button", { name: "Continue" }).click();
    await expect(graduate).toHaveURL(/\/add-profile-picture-page$/);
  });
  await theirs.close();
});
