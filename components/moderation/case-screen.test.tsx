/** @jest-environment jsdom */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CaseList } from "@/components/moderation/case-list";
import { CaseScreen } from "@/components/moderation/case-screen";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { CASE, CASE_SUMMARY, CLOSED_CASE } from "@/tests/moderation-fixture";
import { usePathname } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

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

beforeEach(() => freshBrowser(me));

const openCase = async () => {
  show(<CaseScreen caseId={CASE._id} />);
  await screen.findByRole("heading", { name: "Post by Kabir Rao" });
};
const choose = (label: RegExp) => userEvent.click(screen.getByRole("radio", { name: label }));
const decide = () => userEvent.click(screen.getByRole("button", { name: "Decide" }));

describe("the queue", () => {
  test("says whose what it is, why and how often, and is walked through with j and k", async () => {
    fakeApi(answer);
    show(<CaseList list="open" />);
    const links = await screen.findAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `/moderation/${CASE_SUMMARY._id}`,
      "/moderation/second",
    ]);
    // The worse reason stands first, though it is the rarer one.
    expect(links[0]?.textContent).toMatch(/^Post by Kabir Rao.*Private information.*Spam × 2.*3 reports/);
    await userEvent.keyboard("j");
    expect(document.activeElement).toBe(links[0]);
    await userEvent.keyboard("jj");
    expect(document.activeElement).toBe(links[1]);
    await userEvent.keyboard("k");
    expect(document.activeElement).toBe(links[0]);
  });

  test("says when there is nothing to decide", async () => {
    fakeApi((call) => (call.path.startsWith("/api/moderation/cases?") ? page([]) : answer(call)));
    show(<CaseList list="open" />);
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

  test("is decided with a reason, after a confirmation, and leads to the next one", async () => {
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
    const dialog = await screen.findByRole("alertdialog", { name: "Suspend for 14 days?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Suspend" }));
    expect(await screen.findByRole("heading", { name: "Decided" })).toBeTruthy();
    expect(api.calls.find(({ path }) => path.endsWith("/decision"))?.body).toEqual({
      outcome: "suspended",
      reason,
      days: 14,
    });
    const next = screen.getAllByRole("link", { name: "Next case" });
    expect(next.map((link) => link.getAttribute("href"))).toEqual([
      "/moderation/second",
      "/moderation/second",
    ]);
  });

  test("needs neither a reason nor a confirmation where nothing was wrong", async () => {
    const api = fakeApi(answer);
    await openCase();
    await choose(/^No violation/);
    await decide();
    await screen.findByRole("heading", { name: "Decided" });
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
    await userEvent.type(within(dialog).getByLabelText("Reason"), "It was the flea market.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Undo decision" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls.find(({ path }) => path.endsWith("/undo"))).toMatchObject({
      path: `/api/moderation/decisions/${CLOSED_CASE.decisions[0]?._id}/undo`,
      body: { reason: "It was the flea market." },
    });
  });
});
