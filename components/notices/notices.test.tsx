/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AgreementCard } from "@/components/legal/agreement-card";
import { NoticeCard } from "@/components/notices/notice-card";
import { NoticesScreen } from "@/components/notices/notices-screen";
import { toast } from "@/components/ui/toast";
import { LEGAL_VERSION } from "@/lib/legal/policy";
import type { SentNotice } from "@/lib/notices/schema";
import { isoDay } from "@/lib/time/relative-time";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

beforeEach(() => freshBrowser(ownUser()));

const notice = (text: string) => ({
  _id: crypto.randomUUID(),
  text,
  createdAt: new Date().toISOString(),
  authorName: "The moderators",
});

const line = () => screen.getByRole("button", { name: /^Notice to everyone/ });

describe("a notice on top of the feed", () => {
  test("is one line, and has been read once it is unfolded", async () => {
    const shown = notice("The library is open until midnight. https://example.org/library");
    const { calls } = fakeApi(() => ({ status: 200, body: { message: "Dismissed." } }));
    const first = show(<NoticeCard notice={shown} />);
    expect(screen.getByRole("region", { name: "Notice to everyone" })).toBeTruthy();
    expect(screen.queryByRole("link")).toBeNull();
    await userEvent.click(line());
    expect(screen.getByRole("link", { name: "example.org/library" })).toBeTruthy();
    expect(calls).toMatchObject([{ method: "POST", path: `/api/notices/${shown._id}/dismiss` }]);
    first.unmount();
    show(<NoticeCard notice={shown} />).unmount();
    expect(screen.queryByRole("region")).toBeNull();
    // Another person signs in.
    freshBrowser(ownUser({ _id: "dev" }));
    show(<NoticeCard notice={shown} />);
    expect(screen.getByRole("region", { name: "Notice to everyone" })).toBeTruthy();
  });

  test("leaves at once when it is dismissed, with one request", async () => {
    const { calls } = fakeApi(() => ({ status: 200, body: { message: "Dismissed." } }));
    show(<NoticeCard notice={notice("Once")} />);
    await userEvent.click(line());
    await userEvent.click(screen.getByRole("button", { name: "Dismiss notice" }));
    expect(screen.queryByRole("region")).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test("comes back when dismissing failed", async () => {
    fakeApi(() => {
      throw new TypeError("Failed to fetch");
    });
    const showError = jest.spyOn(toast, "error").mockReturnValue("");
    show(<NoticeCard notice={notice("Stays")} />);
    await userEvent.click(line());
    expect(showError).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Dismiss notice" }));
    await waitFor(() => expect(showError).toHaveBeenCalledTimes(1));
    expect(screen.getByText("Stays")).toBeTruthy();
  });
});

describe("what has to be agreed to", () => {
  test("is asked again for another version, and agreed to by its number", async () => {
    const me = { ...ownUser(), agreedVersion: "0.9" };
    const { calls } = fakeApi(() => ({
      status: 200,
      body: { user: { ...me, agreedVersion: LEGAL_VERSION } },
    }));
    show(<AgreementCard me={me} />);
    expect(screen.getByRole("heading", { name: "Our terms have changed" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Agree" }));
    await waitFor(() =>
      expect(calls).toMatchObject([{ method: "PUT", body: { agreedVersion: LEGAL_VERSION } }]),
    );
  });

  test("says why agreeing failed", async () => {
    fakeApi(() => errorAnswer(400, "validation", "The terms have changed. Please reload the page."));
    show(<AgreementCard me={{ ...ownUser(), agreedVersion: "" }} />);
    await userEvent.click(screen.getByRole("button", { name: "Agree" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Please reload the page.");
  });
});

describe("where the staff send notices", () => {
  const sent = (change: Partial<SentNotice>): SentNotice => ({
    _id: crypto.randomUUID(),
    text: "Hostel gates close at ten.",
    createdAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    isRunning: true,
    authorName: "Asha Nair",
    seenCount: 1200,
    dismissedCount: 7,
    ...change,
  });

  test("nothing is sent without a text; what is sent stands first", async () => {
    const added = sent({ text: "New", seenCount: 0, dismissedCount: 0 });
    const { calls } = fakeApi(({ method }) =>
      method === "GET"
        ? { status: 200, body: { notices: [sent({ isRunning: false })] } }
        : { status: 201, body: { notice: added } },
    );
    show(<NoticesScreen />);
    expect(await screen.findByText("Seen by 1,200, dismissed by 7")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Send to everyone" }));
    expect(screen.getByText("Please write a notice.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Notice"));

    await userEvent.type(screen.getByLabelText("Notice"), "New");
    await userEvent.selectOptions(screen.getByLabelText("Shown for"), "3 days");
    await userEvent.click(screen.getByRole("button", { name: "Send to everyone" }));
    await waitFor(() => expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("New"));
    expect(calls.at(-1)).toMatchObject({ method: "POST", body: { text: "New", days: 3 } });
    expect(screen.getByLabelText<HTMLTextAreaElement>("Notice").value).toBe("");
  });

  test("it is shown for a few lengths, or until a day that can be", async () => {
    const { calls } = fakeApi(({ method }) =>
      method === "GET"
        ? { status: 200, body: { notices: [] } }
        : { status: 201, body: { notice: sent({ text: "Until then" }) } },
    );
    show(<NoticesScreen />);
    const select = screen.getByLabelText<HTMLSelectElement>("Shown for");
    const lengths = [...select.options].map(({ text }) => text);
    expect(lengths).toEqual(["1 day", "3 days", "1 week", "2 weeks", "Until a date"]);
    await userEvent.type(screen.getByLabelText("Notice"), "Until then");
    await userEvent.selectOptions(select, "Until a date");
    const day = screen.getByLabelText("Until the end of");
    await userEvent.click(screen.getByRole("button", { name: "Send to everyone" }));
    expect(screen.getByText("A notice runs at least until today, and at most 30 days.")).toBeTruthy();
    expect(document.activeElement).toBe(day);
    const until = isoDay(new Date(Date.now() + 3 * 86_400_000));
    await userEvent.type(day, until);
    await userEvent.click(screen.getByRole("button", { name: "Send to everyone" }));
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({ method: "POST", body: { text: "Until then", until } }),
    );
  });

  test("a running notice can be withdrawn, after a question", async () => {
    const running = sent({});
    fakeApi(({ method }) =>
      method === "GET"
        ? { status: 200, body: { notices: [running] } }
        : { status: 200, body: { notice: { ...running, isRunning: false } } },
    );
    show(<NoticesScreen />);
    await userEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
    const question = await screen.findByRole("alertdialog", { name: "Withdraw this notice?" });
    await userEvent.click(question.querySelectorAll("button")[1] as HTMLElement);
    await waitFor(() => expect(screen.queryByText("Running")).toBeNull());
  });

  test("without any it says so, and a failure can be tried again", async () => {
    const { answer } = fakeApi(() => errorAnswer(503, "unavailable", "The database is away."));
    show(<NoticesScreen />);
    expect(await screen.findByText("The database is away.")).toBeTruthy();
    answer(() => ({ status: 200, body: { notices: [] } }));
    await userEvent.click(await screen.findByRole("button", { name: "Try Again" }, { timeout: 4000 }));
    expect(await screen.findByText("No notices yet")).toBeTruthy();
  });
});
