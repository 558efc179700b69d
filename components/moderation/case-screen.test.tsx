/** @jest-environment jsdom */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { CaseScreen } from "@/components/moderation/case-screen";
import { Workbench } from "@/components/moderation/workbench";
import { undoToast } from "@/components/ui/toast";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { CASE, CASE_SUMMARY, CLOSED_CASE } from "@/tests/moderation-fixture";
import { router, usePathname } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/components/ui/toast");
usePathname.mockReturnValue("/moderation");

const me = ownUser({ staffRole: "moderator" });
const second = { ...CASE_SUMMARY, _id: "second", subject: "comment" as const };
const page = (cases: unknown[]) => ({ status: 200, body: { cases, hasMore: false, nextCursor: null } });

/** Answers as the server does while nothing is decided. */
const answer = ({ path, method }: ApiCall): ApiAnswer => {
  if (path === "/api/auth/me") return { status: 200, body: { user: me } };
  if (path.startsWith("/api/moderation/cases?")) return page([CASE_SUMMARY, second]);
  if (path.includes("/media/")) return { status: 200, body: {} };
  if (path.endsWith("/decision") && method === "POST") return { status: 200, body: { case: CLOSED_CASE } };
  return { status: 200, body: { case: CASE } };
};

beforeEach(() => {
  freshBrowser(me);
  jest.clearAllMocks();
  usePathname.mockReturnValue("/moderation");
});

const showQueue = (children: ReactNode = null) =>
  show(<Workbench queue={{ list: "open", caseId: undefined }}>{children}</Workbench>);

const openCase = async () => {
  show(<CaseScreen caseId={CASE._id} />);
  await screen.findByRole("heading", { name: "Post by Kabir Rao" });
};
const choose = (label: RegExp) => userEvent.click(screen.getByRole("radio", { name: label }));
const decide = () => userEvent.click(screen.getByRole("button", { name: "Decide" }));

describe("the queue", () => {
  test("says whose what it is, why and how often, and is walked through with j and k", async () => {
    fakeApi(answer);
    showQueue();
    const links = await screen.findAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `/moderation/${CASE_SUMMARY._id}`,
      "/moderation/second",
    ]);
    // The worse reason comes first, though it is the rarer one.
    expect(links[0]?.textContent).toMatch(/Post by Kabir Rao.*Private information.*Spam × 2.*3 reports/);
    await userEvent.keyboard("j");
    expect(document.activeElement).toBe(links[0]);
    await userEvent.keyboard("jj");
    expect(document.activeElement).toBe(links[1]);
    await userEvent.keyboard("k");
    expect(document.activeElement).toBe(links[0]);
  });

  test("shows how old a case is beside its goal, a blurred picture, and a person's other cases", async () => {
    const old = {
      ...CASE_SUMMARY,
      thumbnail: "data:image/webp;base64,AAAA",
      openOfPerson: 2,
      openedAt: new Date(Date.now() - 3_600_000).toISOString(),
    };
    fakeApi((call) => (call.path.startsWith("/api/moderation/cases?") ? page([old]) : answer(call)));
    const { container } = showQueue();
    const row = await screen.findByRole("link");
    expect(row.textContent).toContain("goal 24 h");
    expect(row.textContent).toContain("Kabir Rao: 2 cases");
    const picture = container.querySelector<HTMLImageElement>("img[src^='data:']");
    expect(picture?.className).toContain("blur");
    expect(container.querySelectorAll("img[src*='/media/post']")).toHaveLength(0);
    expect(screen.getByText("Worst first, then oldest")).toBeTruthy();
  });

  test("is narrowed to a reason and a kind", async () => {
    const api = fakeApi(answer);
    showQueue();
    await screen.findAllByRole("link");
    await userEvent.selectOptions(screen.getByLabelText("Reason"), "Spam");
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "Comment");
    await waitFor(() => expect(api.calls.at(-1)?.path).toMatch(/\?reason=spam&subject=comment&state=open/));
  });

  test("is what one walks through, as it is narrowed", async () => {
    fakeApi((call) =>
      call.path.includes("reason=spam") ? page([CASE_SUMMARY, { ...second, _id: "spam" }]) : answer(call),
    );
    showQueue(<CaseScreen caseId={CASE._id} />);
    const next = await screen.findByRole("link", { name: "Next case" });
    await waitFor(() => expect(next.getAttribute("href")).toBe("/moderation/second"));
    await userEvent.selectOptions(screen.getByLabelText("Reason"), "Spam");
    await waitFor(() =>
      expect(screen.getByRole("link", { name: "Next case" }).getAttribute("href")).toBe("/moderation/spam"),
    );
  });

  test("decides several alike, each by itself; one that fails stays selected with its reason", async () => {
    const taken = "This case has already been decided by Meera Joshi.";
    const api = fakeApi((call) =>
      call.path === "/api/moderation/cases/second/decision"
        ? errorAnswer(409, "conflict", taken)
        : answer(call),
    );
    showQueue();
    await userEvent.click(await screen.findByRole("button", { name: "Select" }));
    for (const box of screen.getAllByRole("checkbox")) await userEvent.click(box);
    expect(screen.getByRole("status").textContent).toBe("2 selected");
    await userEvent.click(screen.getByRole("button", { name: "Decide alike…" }));
    const dialog = await screen.findByRole("dialog", { name: "Decide 2 cases alike" });
    // A ban is decided by itself, and a template names one kind of thing.
    expect(within(dialog).queryByRole("radio", { name: "Ban" })).toBeNull();
    await userEvent.click(within(dialog).getByRole("radio", { name: "Warn" }));
    expect(within(dialog).queryByRole("group", { name: "Templates" })).toBeNull();
    await userEvent.type(within(dialog).getByRole("textbox"), "Please stop selling here.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Decide" }));
    expect(await screen.findByText(taken)).toBeTruthy();
    const body = { outcome: "warned", reason: "Please stop selling here." };
    expect(api.calls.filter(({ path }) => path.endsWith("/decision"))).toMatchObject([
      { path: `/api/moderation/cases/${CASE._id}/decision`, body },
      { path: "/api/moderation/cases/second/decision", body },
    ]);
    expect(screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked)).toEqual([
      false,
      true,
    ]);
  });

  test("says when there is nothing to decide", async () => {
    fakeApi((call) => (call.path.startsWith("/api/moderation/cases?") ? page([]) : answer(call)));
    showQueue();
    expect(await screen.findByText("Nothing to decide")).toBeTruthy();
  });
});

describe("a case", () => {
  test("is taken on opening, and its media stay hidden until a press", async () => {
    const api = fakeApi(answer);
    URL.createObjectURL = () => "blob:media";
    URL.revokeObjectURL = () => undefined;
    await openCase();
    await waitFor(() =>
      expect(api.calls.map(({ path }) => path)).toContain(`/api/moderation/cases/${CASE._id}/assign`),
    );
    expect(screen.queryByAltText("A phone with a bank's app")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /^Show media/ }));
    const picture = await screen.findByAltText<HTMLImageElement>("A phone with a bank's app");
    expect(picture.src).toBe("blob:media");
    const [file] = CASE.snapshot.versions[0]?.media ?? [];
    expect(api.calls.map(({ path }) => path)).toContain(
      `/api/moderation/cases/${CASE._id}/media/${file?._id}`,
    );
  });

  test("says that what a profile showed is held", async () => {
    const held = { ...CASE, subject: "person", isHeld: true };
    fakeApi((call) =>
      call.path.startsWith(`/api/moderation/cases/${CASE._id}`)
        ? { status: 200, body: { case: held } }
        : answer(call),
    );
    show(<CaseScreen caseId={CASE._id} />);
    expect(
      await screen.findByText("What this profile showed is held: no one sees it, until you decide."),
    ).toBeTruthy();
  });

  test("says of the messages sent along which are the reporter's, without a name", async () => {
    const [report, ...others] = CASE.reports;
    const [message] = report?.evidence ?? [];
    const own = { ...message, _id: "own", isReporter: true, senderId: null, name: "", text: "No, thanks" };
    const item = { ...CASE, reports: [{ ...report, evidence: [message, own] }, ...others] };
    fakeApi((call) =>
      call.path.startsWith(`/api/moderation/cases/${CASE._id}`)
        ? { status: 200, body: { case: item } }
        : answer(call),
    );
    await openCase();
    await userEvent.click(screen.getByText("2 messages of their conversation"));
    const text = screen.getByText("No, thanks").closest("li")?.textContent;
    expect(text).toMatch(/^Reporter/);
    expect(screen.getByText(message?.text ?? "").closest("li")?.textContent).toMatch(/^Kabir Rao/);
  });

  test("is decided with a reason, and the next one opens by itself, with Undo", async () => {
    const api = fakeApi(answer);
    await openCase();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Decide" }).disabled).toBe(true);
    await choose(/^Suspend/);
    await userEvent.selectOptions(screen.getByLabelText("For how long"), "14");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Decide" }).disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Spam" }));
    const reason = screen.getByLabelText<HTMLTextAreaElement>("Reason, as the person reads it").value;
    expect(reason).toMatch(/^Your post advertises/);
    await decide();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/moderation/second"));
    expect(api.calls.find(({ path }) => path.endsWith("/decision"))?.body).toEqual({
      outcome: "suspended",
      reason,
      days: 14,
    });
    // It does not cover what the next case is decided with.
    expect(undoToast).toHaveBeenCalledWith("Removed: Post by Kabir Rao", expect.any(Function), {
      position: "top-center",
    });
    jest.mocked(undoToast).mock.calls[0]?.[1]();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/moderation/${CASE._id}`));
    expect(api.calls.find(({ path }) => path.endsWith("/undo"))).toMatchObject({
      path: `/api/moderation/decisions/${CLOSED_CASE.decisions[0]?._id}/undo`,
      body: { reason: expect.stringContaining("by mistake"), reopens: true },
    });
  });

  test("is decided by keys alone", async () => {
    const api = fakeApi(answer);
    await openCase();
    expect(document.activeElement?.textContent).toBe("Post by Kabir Rao");
    await userEvent.keyboard("3");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Warn" }).checked).toBe(true);
    // Not without a reason.
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await userEvent.keyboard("r");
    const field = screen.getByLabelText("Reason, as the person reads it");
    expect(document.activeElement).toBe(field);
    // In the field, letters and digits are text.
    await userEvent.keyboard("1 r, please stop selling.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/moderation/second"));
    expect(api.calls.filter(({ path }) => path.endsWith("/decision")).map(({ body }) => body)).toEqual([
      { outcome: "warned", reason: "1 r, please stop selling." },
    ]);
  });

  test("asks before a ban alone, which needs more than a template", async () => {
    const api = fakeApi(answer);
    await openCase();
    await userEvent.keyboard("5");
    expect(screen.queryByRole("button", { name: "Hate" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.click(screen.getByRole("button", { name: "Hate" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Decide" }).disabled).toBe(true);
    await userEvent.keyboard(" Twice since the warning.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    const dialog = await screen.findByRole("alertdialog", { name: "Ban?" });
    expect(api.calls.some(({ path }) => path.endsWith("/decision"))).toBe(false);
    await userEvent.click(within(dialog).getByRole("button", { name: "Ban" }));
    await waitFor(() => expect(api.calls.some(({ path }) => path.endsWith("/decision"))).toBe(true));
  });

  test("has notes for colleagues, which Ctrl+Enter leaves", async () => {
    const api = fakeApi(answer);
    await openCase();
    expect(screen.getByText(/^I have asked the warden/)).toBeTruthy();
    await userEvent.keyboard("1");
    await userEvent.type(screen.getByLabelText("Note"), "He agreed.{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(api.calls.find(({ path }) => path.endsWith("/notes"))?.body).toEqual({ text: "He agreed." }),
    );
    expect(api.calls.some(({ path }) => path.endsWith("/decision"))).toBe(false);
  });

  test("needs neither a reason nor a confirmation where nothing was wrong", async () => {
    const api = fakeApi(answer);
    await openCase();
    await choose(/^No violation/);
    await decide();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/moderation/second"));
    expect(api.calls.find(({ path }) => path.endsWith("/decision"))?.body).toEqual({
      outcome: "no_violation",
    });
  });

  test("that someone else decided meanwhile says so and shows their decision", async () => {
    let isDecided = false;
    fakeApi((call) => {
      if (call.path.endsWith("/decision")) {
        isDecided = true;
        return errorAnswer(409, "conflict", "Meera Joshi has decided this case meanwhile.");
      }
      if (isDecided && call.path === `/api/moderation/cases/${CASE._id}`) {
        return { status: 200, body: { case: CLOSED_CASE } };
      }
      return answer(call);
    });
    await openCase();
    await choose(/^No violation/);
    await decide();
    expect(await screen.findByRole("heading", { name: "Decided" })).toBeTruthy();
    expect(screen.getByText("Meera Joshi has decided this case meanwhile.")).toBeTruthy();
    expect(screen.getByText(/^Opened on/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Decide" })).toBeNull();
  });

  test("that one may not decide says why", async () => {
    const whyNot = "You reported this yourself. Someone else has to decide it.";
    fakeApi((call) => {
      const reply = answer(call);
      return call.path.startsWith(`/api/moderation/cases/${CASE._id}`)
        ? { status: 200, body: { case: { ...CASE, canDecide: false, whyNot } } }
        : reply;
    });
    await openCase();
    expect(screen.getByText(whyNot)).toBeTruthy();
    expect(screen.queryByRole("radio")).toBeNull();
    const onward = await screen.findByRole("link", { name: "Leave it to someone else" });
    await waitFor(() => expect(onward.getAttribute("href")).toBe("/moderation/second"));
  });

  test("is undone with a reason", async () => {
    const api = fakeApi((call) =>
      call.path.startsWith(`/api/moderation/cases/${CASE._id}`)
        ? { status: 200, body: { case: CLOSED_CASE } }
        : answer(call),
    );
    await openCase();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    const dialog = await screen.findByRole("dialog", { name: "Undo this decision" });
    expect(dialog.textContent).toContain("The person reads your reason.");
    await userEvent.type(within(dialog).getByLabelText("Reason"), "It was the flea market.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Undo decision" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls.find(({ path }) => path.endsWith("/undo"))).toMatchObject({
      path: `/api/moderation/decisions/${CLOSED_CASE.decisions[0]?._id}/undo`,
      body: { reason: "It was the flea market." },
    });
  });

  test("that no rule was broken is undone among the staff alone", async () => {
    const decisions = [{ ...CLOSED_CASE.decisions[0], outcome: "no_violation" }];
    fakeApi((call) =>
      call.path.startsWith(`/api/moderation/cases/${CASE._id}`)
        ? { status: 200, body: { case: { ...CLOSED_CASE, decisions } } }
        : answer(call),
    );
    await openCase();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    const dialog = await screen.findByRole("dialog", { name: "Undo this decision" });
    expect(dialog.textContent).toContain("The case is open again");
    expect(dialog.textContent).not.toContain("The person reads");
  });
});

test("an admin lets those involved decide", async () => {
  const involved = [{ ...CASE_SUMMARY.person, _id: "other", name: "Meera Joshi" }];
  const { calls } = fakeApi((call) =>
    call.path.startsWith("/api/moderation/cases/") && call.method !== "DELETE"
      ? { status: 200, body: { case: { ...CASE, involved } } }
      : answer(call),
  );
  show(<CaseScreen caseId={CASE._id} />);
  expect(await screen.findByText(/^Involved, and therefore not asked to decide: .*Meera Joshi/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Let them decide" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Let them decide" })).toBeNull());
  expect(calls).toContainEqual(
    expect.objectContaining({ method: "DELETE", path: `/api/moderation/cases/${CASE._id}/involvement` }),
  );
});
