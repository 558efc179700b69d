import { expect, photo } from "../fixtures";
import { call, makeMember, publish, rejectCall, signIn, stored, storedJson, test } from "./member";

/** Profiles, the search, circles and settings of §2, with their errors of §8. */

test.describe("Profiles", { tag: "@desktop" }, () => {
  test("the own one: its address, its circle, its menu", async ({ page, request }) => {
    const member = await signIn(page, "Riya Sharma");
    await publish(request, member, "Chess at the library");
    const fan = await makeMember(request, "Kabir Singh");
    await call(request, "POST", `/users/${member._id}/follow`, { member: fan });
    await page.goto("/profile");
    await expect(page).toHaveURL(new RegExp(`/profile/${member._id}`));
    await expect(page.getByRole("heading", { name: "Riya Sharma" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^1 .*Your Circle/ })).toBeVisible();
    await expect(page.getByText("1 post", { exact: true })).toBeVisible();
    await page.getByText("Edit Profile").first().click();
    await expect(page).toHaveURL(/\/edit-profile/);
  });

  test("pictures are changed by a press on them", async ({ page }) => {
    const member = await signIn(page, "Riya Sharma");
    await page.goto("/profile");
    for (const [name, type] of [
      ["Change profile picture", "avatar"],
      ["Change banner", "banner"],
    ] as const) {
      await page.getByRole("button", { name }).click();
      const dialog = page.getByRole("dialog");
      const chooser = page.waitForEvent("filechooser");
      await dialog
        .getByRole("button", { name: /choose/i })
        .last()
        .click();
      await (await chooser).setFiles(await photo(80, 600, 600));
      const saved = page.waitForResponse((response) => response.url().includes("/api/upload/avatar"));
      await dialog.getByRole("button", { name: /save|upload/i }).click();
      expect((await saved).ok(), type).toBe(true);
      await expect
        .poll(async () => (await storedJson(page, "userProfile"))[type])
        .not.toBe(member.user[type]);
      await expect(dialog).toBeHidden();
    }
  });

  test("a picture that can't be uploaded", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await rejectCall(page, "**/api/upload/avatar", 500);
    await page.goto("/edit-profile");
    await page.getByRole("button", { name: "Change profile picture" }).click();
    const dialog = page.getByRole("dialog");
    const chooser = page.waitForEvent("filechooser");
    await dialog
      .getByRole("button", { name: /choose/i })
      .last()
      .click();
    await (await chooser).setFiles(await photo(80, 600, 600));
    await dialog.getByRole("button", { name: /save|upload/i }).click();
    await expect(page.getByText("Failed to upload image. Please try again.").first()).toBeVisible();
  });

  test("is edited", async ({ page, request }) => {
    const member = await signIn(page, "Riya Sharma");
    await page.goto("/edit-profile");
    await expect(page.getByText(/400 ?[x×] ?400/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Profile Info" })).toHaveAttribute("aria-expanded", /./);
    const bio = page.getByLabel(/bio/i);
    if (!(await bio.isVisible())) await page.getByRole("button", { name: "Profile Info" }).click();
    await bio.fill("Plays chess.");
    await page
      .getByRole("button", { name: /save|update/i })
      .first()
      .click();
    await expect.poll(async () => (await storedJson(page, "userProfile")).bio).toBe("Plays chess.");
    const { user } = await call(request, "GET", "/auth/me", { member });
    expect(user).toMatchObject({ bio: "Plays chess.", name: "Riya Sharma" });

    await rejectCall(page, `**/api/users/${member._id}`, 500, {}, "PUT");
    await page.goto("/edit-profile");
    if (!(await bio.isVisible())) await page.getByRole("button", { name: "Profile Info" }).click();
    await bio.fill("Lost.");
    await page
      .getByRole("button", { name: /save|update/i })
      .first()
      .click();
    await expect(page.getByText("Update failed")).toBeVisible();
  });

  test("a circle is joined and left", async ({ page, request }) => {
    const other = await makeMember(request, "Kabir Singh");
    await signIn(page, "Riya Sharma");
    await page.goto(`/profile/${other._id}`);
    const answered = page.waitForResponse(`**/api/users/${other._id}/follow`);
    await page.getByRole("button", { name: "Join Circle", exact: true }).click();
    const joined = page.getByRole("button", { name: "In Circle", exact: true });
    await expect(joined).toBeVisible();
    await answered;
    await page.reload();
    await expect(joined).toBeVisible();
    await joined.click();
    await expect(page.getByRole("button", { name: "Join Circle", exact: true })).toBeVisible();

    await rejectCall(page, `**/api/users/${other._id}/follow`, 500);
    await page.getByRole("button", { name: "Join Circle", exact: true }).click();
    await expect(page.getByText("Failed to update circle status").first()).toBeVisible();
    await rejectCall(page, `**/api/users/${other._id}/follow`);
    await page.getByRole("button", { name: "Join Circle", exact: true }).click();
    await expect(page.getByText("Failed to update circle status. Please try again.").first()).toBeVisible();
  });

  test("nobody is called that", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/profile/0190f3b2-0000-7000-8000-00000000aaaa");
    await expect(page.getByText("User not found").first()).toBeVisible();
  });

  test("an older address leads to the profile", async ({ page, request }) => {
    const other = await makeMember(request, "Kabir Singh");
    await signIn(page, "Riya Sharma");
    await page.goto(`/user/${other._id}`);
    await expect(page.getByRole("heading", { name: "Kabir Singh" })).toBeVisible();
  });
});

test("the search waits until typing stops", { tag: "@desktop" }, async ({ page, request }) => {
  const name = `Zoravar ${Date.now().toString(36)}`;
  const found = await makeMember(request, name);
  await signIn(page, "Riya Sharma");
  const asked: URLSearchParams[] = [];
  page.on("request", (sent) => {
    const url = new URL(sent.url());
    if (url.pathname === "/api/search/users") asked.push(url.searchParams);
  });
  await page.goto("/search-users");
  const field = page.getByRole("main").getByPlaceholder(/search/i);
  await field.fill("   ");
  await field.fill("");
  await field.pressSequentially(name, { delay: 30 });
  const result = page.getByRole("main").getByText(name, { exact: true });
  await expect(result).toBeVisible();
  expect(asked.map((query) => query.get("q"))).toEqual([name]);
  expect(asked[0]?.get("limit")).toBe("10");
  await field.fill(`${name} nobody`);
  await expect(page.getByText("No users found").first()).toBeVisible();
  await rejectCall(page, /\/api\/search\/users/, 500, { message: "The index is being made." });
  await field.fill(`${name} x`);
  await expect(page.getByText("The index is being made.").first()).toBeVisible();
  await page.unrouteAll();
  await field.fill(name);
  await result.click();
  await expect(page).toHaveURL(new RegExp(`/profile/${found._id}`));
});

test("a result of the search is a picture, a name and a college", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page, "Riya Sharma");
  const user = {
    _id: "0190f3b2-0000-7000-8000-00000000aaaa",
    name: "Kabir Singh",
    avatar: "",
    collegeName: "MITS",
  };
  await page.route(/\/api\/search\/users/, (route) =>
    route.fulfill({ json: { users: [user], totalPages: 1, message: "1 user found" } }),
  );
  await page.goto("/search-users");
  await page
    .getByRole("main")
    .getByPlaceholder(/search/i)
    .fill("Kabir");
  const result = page.getByRole("main").getByRole("link", { name: /Kabir Singh/ });
  await expect(result).toBeVisible();
  await expect(result).toContainText("MITS");
});

test.describe("Settings", { tag: "@desktop" }, () => {
  test("dark mode, and logging out", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/settings");
    const open = async (name: string) => {
      const section = page.getByRole("button", { name: new RegExp(`^${name}`) });
      if ((await section.getAttribute("aria-expanded")) === "false") await section.click();
    };
    await open("Preferences");
    await page.getByRole("switch", { name: /dark mode/i }).click();
    expect(await stored(page, "theme")).toBe("dark");
    await page.getByRole("switch", { name: /dark mode/i }).click();
    expect(await stored(page, "theme")).toBe("light");
    await open("Account");
    await page.getByRole("button", { name: "Logout" }).first().click();
    const confirmation = page.getByRole("alertdialog");
    await expect(page.getByRole("link", { name: "Create new account" }).or(confirmation)).toBeVisible();
    if (await confirmation.isVisible()) await confirmation.getByRole("button", { name: /log ?out/i }).click();
    await expect(page).toHaveURL(/\/login-page/);
    for (const key of ["accessToken", "refreshToken", "userProfile", "user"]) {
      expect(await stored(page, key), key).toBeNull();
    }
    await page.goto("/mainfeed");
    await expect(page).toHaveURL(/\/login-page/);
  });

  test("deleting the account", async ({ page, request }) => {
    const member = await signIn(page, "Riya Sharma");
    await page.goto("/settings");
    const section = page.getByRole("button", { name: /^Account/ });
    if ((await section.getAttribute("aria-expanded")) === "false") await section.click();
    const confirm = async () => {
      await page.getByRole("button", { name: "Delete Account" }).first().click();
      const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
      const words = question.getByRole("textbox");
      await expect(question).toBeVisible();
      if (await words.count()) await words.fill("DELETE");
      await question.getByRole("button", { name: /delete/i }).click();
    };
    await rejectCall(page, /\/api\/auth\/users/, 500, {}, "DELETE");
    await confirm();
    await expect(page.getByText("Failed to delete account. Please try again.").first()).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    if ((await section.getAttribute("aria-expanded")) === "false") await section.click();
    await confirm();
    await expect(page).toHaveURL(/:\d+\/(login-page)?(\?.*)?$/);
    expect(await stored(page, "accessToken")).toBeNull();
    const code = await request.post("/api/auth/send-otp", { data: { email: member.email } });
    expect((await code.json()).message).toBe("User not found");
  });
});
