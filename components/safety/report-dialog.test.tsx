/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ReportDialog, type Reported } from "@/components/safety/report-dialog";
import { messagesKeys } from "@/lib/messages/client/queries";
import { onePage } from "@/lib/query/pages";
import type { Report } from "@/lib/reports/schema";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { KABIR, messageOf } from "@/tests/message-fixture";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();
const POST: Reported = { subject: "post", subjectId: "p1" };

const reportOf = (overrides: Partial<Report> = {}): Report => ({
  _id: "r1",
  subject: "post",
  subjectId: "p1",
  about: { name: KABIR.name, text: "Buy now" },
  reason: "spam",
  text: "",
  state: "open",
  outcome: null,
  createdAt: "2026-11-22T09:00:00.000Z",
  needsOfficer: false,
  decidedAt: null,
  ...overrides,
});

let earlier: Report[];

function answer({ method, path, body }: ApiCall): ApiAnswer {
  if (path === "/api/auth/me") return { status: 200, body: { user: me } };
  if (method === "GET") return { status: 200, body: { reports: earlier, hasMore: false, nextCursor: null } };
  return { status: 201, body: { report: reportOf(body as Partial<Report>) } };
}

beforeEach(() => {
  earlier = [];
  freshBrowser(me);
});

const sent = (calls: ApiCall[]) => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("a report needs a reason, and words if one likes", async () => {
  const { calls } = fakeApi(answer);
  const onClose = jest.fn();
  show(<ReportDialog person={KABIR} reported={POST} onClose={onClose} />);
  const dialog = await screen.findByRole("dialog", { name: "Report this post" });
  expect(within(dialog).getAllByRole("radio")).toHaveLength(11);
  await press("Send report");
  expect((await screen.findByRole("alert")).textContent).toBe("Please choose what is wrong.");
  await userEvent.click(screen.getByRole("radio", { name: /^Hate/ }));
  await userEvent.type(screen.getByRole("textbox"), "Look");
  await press("Send report");
  expect(await screen.findByText(/^Thank you\./)).toBeTruthy();
  expect(sent(calls)).toEqual([{ subject: "post", subjectId: "p1", reason: "hate", text: "Look" }]);
  expect(screen.getByRole("link", { name: "My reports" }).getAttribute("href")).toBe("/settings/reports");
  await press("Done");
  expect(onClose).toHaveBeenCalled();
});

test("help is shown at once where someone may be in danger", async () => {
  fakeApi(answer);
  show(<ReportDialog person={KABIR} reported={POST} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole("radio", { name: /^Suicide/ }));
  const help = screen.getByRole("region", { name: "Help at any hour" });
  const numbers = within(help).getAllByRole("link", { name: /14416|112/ });
  expect(numbers.map((link) => link.getAttribute("href"))).toEqual(["tel:14416", "tel:112"]);
});

test("messages go along only when asked, the latest 20 without deleted ones", async () => {
  const { calls } = fakeApi(answer);
  const reported: Reported = { subject: "message", subjectId: "m1", conversationId: "c1" };
  const messages = Array.from({ length: 25 }, (_, at) => messageOf(`m${at}`, { isDeleted: at === 0 }));
  const client = new QueryClient();
  client.setQueryData(messagesKeys.log("c1"), onePage({ messages, hasMore: false, nextCursor: null }));
  show(<ReportDialog person={KABIR} reported={reported} onClose={() => {}} />, client);
  await userEvent.click(await screen.findByRole("radio", { name: /^Spam/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /last 20 messages/ }));
  await press("Send report");
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  expect(sent(calls)[0]).toMatchObject({ evidence: messages.slice(1, 21).map(({ _id }) => _id) });
});

test("so is who has to act on ragging", async () => {
  fakeApi(answer);
  const scrolled = jest.spyOn(Element.prototype, "scrollIntoView");
  show(<ReportDialog person={KABIR} reported={POST} onClose={() => {}} />);
  const ragging = await screen.findByRole("radio", { name: /^Ragging/ });
  expect(screen.getAllByRole("radio")[1]).toBe(ragging);
  await userEvent.click(ragging);
  await userEvent.type(screen.getByRole("textbox"), "In the hostel");
  expect(scrolled.mock.contexts).toEqual([
    screen.getByRole("region", { name: "Help against ragging" }).parentElement,
  ]);
  const help = screen.getByRole("region", { name: "Help against ragging" });
  const links = within(help).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "tel:18001805522",
    "mailto:helpline@antiragging.in",
    "mailto:antiragging@mitsgwl.ac.in",
  ]);
});

test("what was reported before and waits says so with its state", async () => {
  earlier = [reportOf({ state: "open" })];
  fakeApi(answer);
  show(<ReportDialog person={KABIR} reported={POST} onClose={() => {}} />);
  expect(await screen.findByText(/already reported this post/)).toBeTruthy();
  expect(screen.getByText("Waiting for moderators")).toBeTruthy();
  expect(screen.queryByRole("radio")).toBeNull();
});

test("what is decided can be reported again", async () => {
  earlier = [reportOf({ state: "decided", outcome: "no_violation" })];
  fakeApi(answer);
  show(<ReportDialog person={KABIR} reported={POST} onClose={() => {}} />);
  expect(await screen.findByRole("radio", { name: /^Spam/ })).toBeTruthy();
});

test("of what can't be seen it says that it was received, and promises nothing", async () => {
  fakeApi((call) =>
    call.method === "POST"
      ? { status: 201, body: { report: reportOf({ state: "received" }) } }
      : answer(call),
  );
  show(<ReportDialog person={KABIR} reported={POST} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole("radio", { name: /^Spam/ }));
  await press("Send report");
  expect(await screen.findByText("Thank you. Your report was received.")).toBeTruthy();
});

test("a report that fails says why, and what was written stays", async () => {
  fakeApi((call) =>
    call.method === "POST" ? errorAnswer(429, "rate_limited", "You're doing that too often.") : answer(call),
  );
  show(<ReportDialog person={KABIR} reported={POST} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole("radio", { name: /^Spam/ }));
  await userEvent.type(screen.getByRole("textbox"), "Again");
  await press("Send report");
  expect((await screen.findByRole("alert")).textContent).toMatch(/\S/);
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Again");
});

test("afterwards the person can be blocked in the same place", async () => {
  const { calls } = fakeApi((call) =>
    call.path.endsWith("/block") ? { status: 200, body: { isBlocked: true } } : answer(call),
  );
  const onClose = jest.fn();
  show(<ReportDialog person={KABIR} reported={POST} onClose={onClose} />);
  await userEvent.click(await screen.findByRole("radio", { name: /^Spam/ }));
  await press("Send report");
  await userEvent.click(await screen.findByRole("button", { name: "Block Kabir Rao" }));
  const confirmation = await screen.findByRole("alertdialog");
  await userEvent.click(within(confirmation).getByRole("button", { name: "Block" }));
  await waitFor(() => expect(sent(calls)).toContainEqual({ blocked: true }));
  expect(onClose).toHaveBeenCalled();
});
