/** @jest-environment jsdom */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OwnDecisions } from "@/components/moderation/own-decisions";
import { SuspendedScreen } from "@/components/moderation/suspended-screen";
import { LateLayer } from "@/components/shell/late-layer";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { OWN_DECISION, OWN_DECISIONS } from "@/tests/moderation-fixture";
import { usePathname } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

usePathname.mockReturnValue("/mainfeed");

// jsdom does not open other pages.
jest.mock("@/lib/accounts/client/leave-page");
jest.mock("@/components/shell/offline-watch", () => ({ OfflineWatch: () => null }));

const suspension = { until: "2036-12-03T12:00:00.000Z", reason: "Spam.", decisionId: OWN_DECISION._id };
const meAs = (own: Parameters<typeof ownUser>[0]) => ({ status: 200, body: { user: ownUser(own) } });

const answer = ({ path }: ApiCall): ApiAnswer => {
  if (path === "/api/auth/me") return meAs({});
  return { status: 200, body: { decisions: OWN_DECISIONS, hasMore: false, nextCursor: null } };
};

beforeEach(() => freshBrowser(ownUser()));

describe("decisions about oneself", () => {
  test("say what, why, until when, and what came of an appeal", async () => {
    fakeApi(answer);
    show(<OwnDecisions />);
    const [removed, suspended, warned] = await screen.findAllByRole("article");
    expect(removed?.textContent).toContain("Your post was removed");
    expect(removed?.textContent).toContain(OWN_DECISION.reason);
    expect(suspended?.textContent).toMatch(/Your account is suspended for 7 days.*Until 27 Nov 2036/);
    expect(suspended?.textContent).toMatch(/Your appeal was rejected.*You had been warned/);
    expect(warned?.textContent).toMatch(/You were warned about your post.*This decision was undone/);
    expect(screen.getAllByRole("button", { name: "Appeal" })).toHaveLength(1);
  });

  test("are appealed once; after a failure the words stay", async () => {
    const server = fakeApi((call) =>
      call.method === "POST" ? errorAnswer(500, "internal", "Something went wrong.") : answer(call),
    );
    show(<OwnDecisions />);
    await userEvent.click(await screen.findByRole("button", { name: "Appeal" }));
    const dialog = await screen.findByRole("dialog", { name: "Appeal" });
    const send = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Send appeal" });
    expect(send.disabled).toBe(true);
    const words = within(dialog).getByLabelText<HTMLTextAreaElement>("Why is the decision wrong?");
    await userEvent.type(words, "It was a joke.");
    await userEvent.click(send);
    expect(await within(dialog).findByText("Something went wrong.")).toBeTruthy();
    expect(words.value).toBe("It was a joke.");

    const appeal = {
      _id: "appeal",
      text: "It was a joke.",
      state: "open",
      answer: "",
      createdAt: "2026-11-20T12:00:00.000Z",
      decidedAt: null,
    };
    server.answer((call) => (call.method === "POST" ? { status: 201, body: { appeal } } : answer(call)));
    await userEvent.click(send);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText(/^You appealed/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Appeal" })).toBeNull();
    expect(server.calls.at(-1)).toMatchObject({
      path: `/api/decisions/${OWN_DECISION._id}/appeal`,
      body: { text: "It was a joke." },
    });
  });

  test("there are none, for most people", async () => {
    fakeApi(() => ({ status: 200, body: { decisions: [], hasMore: false, nextCursor: null } }));
    show(<OwnDecisions />);
    expect(await screen.findByText("No decisions")).toBeTruthy();
  });
});

describe("a suspension", () => {
  test("shows as soon as the server rejects something for it, in the server's words", async () => {
    const rejection = errorAnswer(403, "suspended", "Your account is suspended until 3 Dec 2036: Spam.");
    const server = fakeApi(answer);
    show(<LateLayer />);
    await waitFor(() => expect(server.calls.some(({ path }) => path === "/api/auth/me")).toBe(true));
    expect(screen.queryByRole("region", { name: "Your account is suspended" })).toBeNull();

    server.answer(({ path }) => (path === "/api/auth/me" ? meAs({ suspension }) : rejection));
    const error = await api
      .post("/posts/{postId}/like", { params: { postId: "1" } })
      .catch((cause: unknown) => cause);
    expect(failureMessage(error, "Failed to update like.")).toBe(
      "Your account is suspended until 3 Dec 2036: Spam.",
    );
    const banner = await screen.findByRole("region", { name: "Your account is suspended" });
    expect(banner.textContent).toMatch(/suspended until 3 Dec 2036.*Spam\./);
    expect(within(banner).getByRole("link", { name: "Appeal" }).getAttribute("href")).toBe(
      "/settings/decisions",
    );
    expect(within(banner).getByRole("link", { name: "Guidelines" }).getAttribute("href")).toBe("/guidelines");
  });

  test("for good leads to the page that is left", async () => {
    fakeApi(() => meAs({ suspension: { ...suspension, until: null } }));
    show(<LateLayer />);
    await waitFor(() => expect(leavePage).toHaveBeenCalledWith("/suspended"));
  });
});

test("a banned person can appeal, take their data, delete the account and log out", async () => {
  fakeApi((call) =>
    call.path === "/api/auth/me" ? meAs({ suspension: { ...suspension, until: null } }) : answer(call),
  );
  show(<SuspendedScreen />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Your account is banned");
  for (const name of ["Appeal", "Download my data", "Delete Account", "Log out"]) {
    expect(await screen.findByRole("button", { name })).toBeTruthy();
  }
  await userEvent.click(screen.getByRole("button", { name: "Delete Account" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete Account" });
  // It cannot be deactivated: no one sees it anyway.
  expect(within(dialog).queryByRole("button", { name: "Deactivate instead" })).toBeNull();
});
