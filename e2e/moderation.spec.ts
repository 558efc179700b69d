import { logInByCode } from "./auth";
import { postWith, publish, test, uniqueTag } from "./feed";
import { bearer, expect, makePerson, openAs, signIn } from "./fixtures";

/** From a report to its outcome and an appeal (docs/product.md, Reports and Moderation). */

test("a reported post is removed, both sides are notified, and an appeal brings it back", {
  tag: "@desktop",
}, async ({ page, context, request }) => {
  const reporter = await signIn(context, "Ritu Malhotra");
  const author = await makePerson(request, "Samar Bhatia");
  const caption = `All notes for sale #${uniqueTag("notes")}`;
  const postId = await publish(request, author, caption);
  const [moderator, admin] = await staff(request);

  await test.step("reporting asks why, and says what happens next", async () => {
    await page.goto(`/post/${postId}`);
    await postWith(page, caption).getByRole("button", { name: "Post options" }).click();
    await page.getByRole("menuitem", { name: "Report post" }).click();
    const dialog = page.getByRole("dialog", { name: "Report this post" });
    await expect(dialog.getByRole("button", { name: "Send report" })).toBeInViewport();
    await dialog.getByRole("radio", { name: /^Spam/ }).check();
    await dialog.getByRole("textbox").fill("Sold in every group");
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog).toContainText("Thank you.");
    await dialog.getByRole("link", { name: "My reports" }).click();
    await expect(page.getByRole("list", { name: "Your reports" })).toContainText("Waiting for moderators");
  });

  await test.step("a moderator removes it", async () => {
    const headers = bearer(moderator);
    const queue = await (await request.get("/api/moderation/cases?state=open&limit=50", { headers })).json();
    const { _id } = queue.cases.find((item: { subjectId: string }) => item.subjectId === postId);
    const decision = await request.post(`/api/moderation/cases/${_id}/decision`, {
      headers,
      data: { outcome: "removed", reason: "Selling is against the guidelines." },
    });
    expect(decision.ok()).toBe(true);
    expect((await request.get(`/api/posts/${postId}`, { headers: bearer(reporter) })).status()).toBe(404);
  });

  await test.step("the reporter is notified, and not by whom", async () => {
    await page.goto("/notify");
    await page.getByRole("link", { name: "We removed the post you reported." }).click();
    await expect(page).toHaveURL(/\/settings\/reports$/);
    await expect(page.getByRole("list", { name: "Your reports" })).toContainText("Removed");
  });

  await test.step("the author reads why, and appeals", async () => {
    const headers = bearer(author);
    const { decisions } = await (await request.get("/api/decisions", { headers })).json();
    expect(decisions[0]).toMatchObject({
      outcome: "removed",
      reason: "Selling is against the guidelines.",
      canAppeal: true,
    });
    const appeal = await request.post(`/api/decisions/${decisions[0]._id}/appeal`, {
      headers,
      data: { text: "I give them away for free." },
    });
    expect(appeal.status()).toBe(201);
  });

  await test.step("another one of the staff accepts, and the post is back", async () => {
    const headers = bearer(admin);
    const { appeals } = await (await request.get("/api/moderation/appeals?state=open", { headers })).json();
    const { _id } = appeals.find(
      (item: { person: { _id: string } | null }) => item.person?._id === author._id,
    );
    const own = await request.post(`/api/moderation/appeals/${_id}/decision`, {
      headers: bearer(moderator),
      data: { accepted: false, answer: "I decided this already." },
    });
    expect(own.status()).toBe(403);
    const answer = await request.post(`/api/moderation/appeals/${_id}/decision`, {
      headers,
      data: { accepted: true, answer: "You are right, it is back." },
    });
    expect(answer.ok()).toBe(true);
    await page.goto("/notify");
    await expect(page.getByText(/The decision about your report was changed\./)).toBeVisible();
    await page.goto(`/post/${postId}`);
    await expect(postWith(page, caption)).toBeVisible();
  });
});

test("a case opened from a post is decided by keys, the next one follows, and Undo leads back", {
  tag: "@desktop",
}, async ({ page, context, request }) => {
  const author = await makePerson(request, "Farida Khan");
  const caption = `Solved papers, 50 each #${uniqueTag("papers")}`;
  const postId = await publish(request, author, caption);
  const reporter = await makePerson(request, "Neel Joshi");
  const data = { subject: "post", subjectId: postId, reason: "spam" };
  await request.post("/api/reports", { headers: bearer(reporter), data });
  // The context's request object shares its cookies with the pages.
  await openAs(context, await logInByCode(context.request, "kabir.rao@mitsgwl.ac.in"));

  await page.goto(`/post/${postId}`);
  await postWith(page, caption).getByRole("button", { name: "Post options" }).click();
  const item = page.getByRole("menuitem", { name: "Open a case" });
  await expect(item).toContainText("1 open case");
  await item.click();
  await expect(page).toHaveURL(/\/moderation\/[0-9a-f-]{36}$/);
  const url = page.url();
  const heading = page.getByRole("heading", { level: 1, name: "Post by Farida Khan" });
  await expect(heading).toBeFocused();
  await expect(page.getByRole("list", { name: "Open cases, worst first" })).toBeVisible();

  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "Remove the post" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Decide", exact: true })).toBeInViewport();
  await page.keyboard.press("r");
  await page.keyboard.type("Selling papers is against the guidelines.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Removed: Post by Farida Khan")).toBeVisible();
  await expect(page).not.toHaveURL(url);

  // The decided case has one too until the next one opens.
  const said = page.getByRole("region", { name: /^Alerts/ });
  await said.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page).toHaveURL(url);
  await expect(heading).toBeVisible();
  await expect(page.getByRole("button", { name: "Decide", exact: true })).toBeVisible();
  expect((await request.get(`/api/posts/${postId}`, { headers: bearer(reporter) })).status()).toBe(200);
});

/** The moderator and the admin of the demo campus, signed in. */
async function staff(request: Parameters<typeof makePerson>[0]) {
  const [moderator, admin] = ["kabir.rao@mitsgwl.ac.in", "ananya.singh@mitsgwl.ac.in"];
  return [await logInByCode(request, moderator), await logInByCode(request, admin)] as const;
}
