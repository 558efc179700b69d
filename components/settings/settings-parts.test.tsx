/** @jest-environment jsdom */

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { ReportList } from "@/components/settings/report-list";
import { SafetySettings } from "@/components/settings/safety-settings";
import { Toaster } from "@/components/shell/toaster";
import { OPERATOR } from "@/lib/product";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import type { Report } from "@/lib/reports/schema";
import { WORDS_MAX } from "@/lib/safety/policy";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { KABIR } from "@/tests/message-fixture";
import { ownUser } from "@/tests/user-fixture";

/** Parts of the settings: notifications, safety, reports. */

describe("notification settings", () => {
  const me = ownUser();
  const all = {
    like: true,
    comment: true,
    follow: true,
    custom: true,
    customFromEveryone: true,
    message: true,
    messageText: false,
  };
  const KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  const endpoint = "https://fcm.googleapis.com/fcm/send/one";

  /** A server, without push where `pushKey` is null; `failing` rejects changes. */
  const serve = (pushKey: string | null, failing = false) =>
    fakeApi(({ method, path, body }: ApiCall) => {
      if (path === "/api/auth/me") return { status: 200, body: { user: me } };
      if (path === "/api/notifications/preferences") {
        if (method === "PUT" && failing) return errorAnswer(500, "internal", "No.");
        return { status: 200, body: { preferences: { ...all, ...(body as object) }, pushKey } };
      }
      return { status: 200, body: { message: "Done." } };
    });

  /** Gives the browser push; the person answers its permission prompt with `answer`. */
  function mockPush(answer: NotificationPermission) {
    let subscription: unknown = null;
    const pushManager = {
      getSubscription: async () => subscription,
      subscribe: jest.fn(async () => {
        subscription = {
          endpoint,
          toJSON: () => ({ endpoint }),
          unsubscribe: async () => (subscription = null),
        };
        return subscription;
      }),
    };
    const registration = { pushManager };
    const permission = { permission: "default", requestPermission: jest.fn() };
    permission.requestPermission.mockImplementation(async () => {
      permission.permission = answer;
      return answer;
    });
    Object.assign(window, { PushManager: class {}, Notification: permission });
    Object.defineProperty(navigator, "serviceWorker", {
      configurable: true,
      value: {
        register: jest.fn(async () => registration),
        ready: Promise.resolve(registration),
        getRegistration: async () => registration,
      },
    });
    return { pushManager, permission };
  }

  beforeEach(() => {
    localStorage.clear();
    storeTokens({ accessToken: "access", refreshToken: "session.secret" });
    storeProfile(me);
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, "serviceWorker");
    Reflect.deleteProperty(window, "PushManager");
    Reflect.deleteProperty(window, "Notification");
  });

  const likes = () => screen.findByRole("switch", { name: /^Likes\s*When/ });
  const push = () => screen.findByRole("switch", { name: /^Push on this device/ });

  describe("notification types", () => {
    test("a type is switched off and saved", async () => {
      const { calls } = serve(null);
      show(<NotificationSettings />);
      await userEvent.click(await likes());
      expect((await likes()).getAttribute("aria-checked")).toBe("false");
      await waitFor(() =>
        expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", body: { like: false } })),
      );
      expect(screen.queryByRole("switch", { name: /^Push/ })).toBeNull();
    });

    test("notifications that members send are a type of their own", async () => {
      const { calls } = serve(null);
      show(<NotificationSettings />);
      await userEvent.click(await screen.findByRole("switch", { name: /^Written to you/ }));
      await waitFor(() =>
        expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", body: { custom: false } })),
      );
    });

    test("a change the server rejects is rolled back", async () => {
      serve(null, true);
      show(<NotificationSettings />);
      await userEvent.click(await likes());
      await waitFor(async () => expect((await likes()).getAttribute("aria-checked")).toBe("true"));
    });
  });

  describe("push", () => {
    test("asks for permission only when switched on, and can be switched off", async () => {
      const { permission, pushManager } = mockPush("granted");
      const { calls } = serve(KEY);
      show(<NotificationSettings />);
      expect((await push()).getAttribute("aria-checked")).toBe("false");
      expect(permission.requestPermission).not.toHaveBeenCalled();
      await userEvent.click(await push());
      await waitFor(async () => expect((await push()).getAttribute("aria-checked")).toBe("true"));
      expect(pushManager.subscribe).toHaveBeenCalledWith({
        userVisibleOnly: true,
        applicationServerKey: KEY,
      });
      expect(calls).toContainEqual(
        expect.objectContaining({
          method: "POST",
          path: "/api/notifications/push-subscriptions",
          body: { endpoint },
        }),
      );
      await waitFor(async () => expect((await push()).hasAttribute("disabled")).toBe(false));
      await userEvent.click(await push());
      await waitFor(async () => expect((await push()).getAttribute("aria-checked")).toBe("false"));
      expect(calls).toContainEqual(expect.objectContaining({ method: "DELETE", body: { endpoint } }));
    });

    test("says where to allow it when the browser blocks it", async () => {
      mockPush("denied");
      serve(KEY);
      show(<NotificationSettings />);
      await userEvent.click(await push());
      expect(await screen.findByText(/^Notifications are blocked/)).toBeTruthy();
      expect((await push()).hasAttribute("disabled")).toBe(true);
    });

    test("says so when the browser does not support it", async () => {
      serve(KEY);
      show(<NotificationSettings />);
      expect(await screen.findByText(/This browser can't do that/)).toBeTruthy();
    });
  });
});

describe("safety settings", () => {
  const listed = (person: object) => ({ ...person, collegeName: "MITS", isInCircle: false });
  const blocked = (person: object, conversationId: string | null = null) => ({
    ...listed(person),
    conversationId,
  });
  const TARA = { _id: "tara", name: "Tara Iyer", username: "tara", avatar: "" };

  type Server = { blocked: object[]; muted: object[]; words: string[] };

  /** A server that has these people and words hidden. */
  function answering({ blocked: blocks, muted, words }: Server) {
    const people = (list: object[]) => ({
      status: 200,
      body: { people: [...list], hasMore: false, nextCursor: null },
    });
    return ({ method, path, body }: ApiCall): ApiAnswer => {
      if (path.startsWith("/api/safety/blocks")) return people(blocks);
      if (path.startsWith("/api/safety/mutes")) return people(muted);
      if (path === "/api/safety/words" && method === "POST") {
        const change = body as { word: string; muted: boolean };
        const word = change.word.trim().toLowerCase();
        if (change.muted) words.unshift(word);
        else words.splice(words.indexOf(word), 1);
      }
      if (path === "/api/safety/words") return { status: 200, body: { words: [...words] } };
      if (path.endsWith("/block")) blocks.splice(0);
      if (path.endsWith("/mute")) muted.splice(0);
      return {
        status: 200,
        body: path.endsWith("/block") ? { isBlocked: false } : { isMuted: false, mutedUntil: null },
      };
    };
  }

  function open(server: Partial<Server> = {}) {
    const api = fakeApi(answering({ blocked: [], muted: [], words: [], ...server }));
    show(
      <>
        <SafetySettings />
        <Toaster />
      </>,
    );
    return api;
  }

  beforeEach(() => {
    freshBrowser(ownUser());
  });

  const field = () => screen.findByRole("textbox", { name: "Word, phrase or #tag" });
  const add = () => userEvent.click(screen.getByRole("button", { name: "Add" }));

  test("without anyone or anything hidden it says so", async () => {
    open();
    expect(await screen.findByText("You haven't blocked anyone.")).toBeTruthy();
    expect(await screen.findByText("You haven't muted anyone.")).toBeTruthy();
    expect(await screen.findByText("You haven't muted any words.")).toBeTruthy();
  });

  test("people are listed with until when, and leave the list when it is undone", async () => {
    const { calls } = open({
      blocked: [blocked(KABIR)],
      muted: [{ ...listed(TARA), mutedUntil: null }],
    });
    const muted = await screen.findByRole("list", { name: "Muted people" });
    expect(muted.textContent).toContain("Muted until you unmute them");
    expect(screen.getByRole("link", { name: /Kabir Rao/ }).textContent).toContain("CSE, class of 2027");
    await userEvent.click(within(muted).getByRole("button", { name: "Unmute Tara Iyer" }));
    expect(await screen.findByText("Tara Iyer is unmuted.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Unblock Kabir Rao" }));
    expect(await screen.findByText("You haven't blocked anyone.")).toBeTruthy();
    const writes = calls.filter(({ method }) => method === "POST");
    expect(writes.map(({ path, body }) => [path, body])).toEqual([
      ["/api/users/tara/mute", { muted: false }],
      ["/api/users/kabir/block", { blocked: false }],
    ]);
  });

  test("a button shows that its person is being unblocked or unmuted", async () => {
    const { answer } = open({ blocked: [blocked(KABIR)], muted: [{ ...listed(TARA), mutedUntil: null }] });
    const buttons = [
      await screen.findByRole("button", { name: "Unblock Kabir Rao" }),
      await screen.findByRole("button", { name: "Unmute Tara Iyer" }),
    ];
    answer(() => new Promise(() => {}));
    for (const button of buttons) {
      await userEvent.click(button);
      await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
    }
  });

  test("the conversation with who is blocked is reached from there, where there is one", async () => {
    open({ blocked: [blocked(KABIR, "c1"), blocked(TARA)] });
    const link = await screen.findByRole("link", { name: "Conversation with Kabir Rao" });
    expect(link.getAttribute("href")).toBe("/messages/c1");
    expect(screen.queryByRole("link", { name: "Conversation with Tara Iyer" })).toBeNull();
  });

  test("who could not be unblocked is still listed, with the reason", async () => {
    const { answer } = open({ blocked: [blocked(KABIR)] });
    const button = await screen.findByRole("button", { name: "Unblock Kabir Rao" });
    answer(() => errorAnswer(503, "unavailable", "The database is away."));
    await userEvent.click(button);
    expect(await screen.findByText("The database is away.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Unblock Kabir Rao" })).toBeTruthy();
  });

  test("a list that can't be loaded offers to try again, and the others are there", async () => {
    const server = answering({ blocked: [blocked(KABIR)], muted: [], words: [] });
    let isAway = true;
    fakeApi((call) =>
      isAway && call.path.startsWith("/api/safety/blocks")
        ? errorAnswer(400, "invalid", "The database is away.")
        : server(call),
    );
    show(<SafetySettings />);
    expect(await screen.findByText("The database is away.")).toBeTruthy();
    expect(await screen.findByText("You haven't muted anyone.")).toBeTruthy();
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Kabir Rao")).toBeTruthy();
  });

  test("words are added as the server writes them, and removed", async () => {
    open({ words: ["spoiler"] });
    await userEvent.type(await field(), "Exam Leak{Enter}");
    const words = await screen.findByRole("list", { name: "Muted words" });
    await waitFor(() =>
      expect(
        within(words)
          .getAllByRole("listitem")
          .map(({ textContent }) => textContent),
      ).toEqual(["exam leak", "spoiler"]),
    );
    expect(await field()).toHaveProperty("value", "");
    await userEvent.click(screen.getByRole("button", { name: "Remove spoiler" }));
    await waitFor(() => expect(screen.queryByText("spoiler")).toBeNull());
  });

  test.each([
    ["a", "Please use at least 2 characters."],
    ["x".repeat(51), "Please keep it to 50 characters."],
    ["#", "Please use at least 2 characters."],
    ["#two words", "That is not a valid #tag."],
    ["SPOILER", "You've muted that already."],
  ])("%s is not sent: %s", async (text, sentence) => {
    const { calls } = open({ words: ["spoiler"] });
    await userEvent.type(await field(), text);
    await add();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(document.activeElement).toBe(await field());
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
  });

  test("two hundred words are enough", async () => {
    open({ words: Array.from({ length: WORDS_MAX }, (_, index) => `word${index}`) });
    await userEvent.type(await field(), "one more{Enter}");
    expect(screen.getByText("You can mute at most 200 words. Remove one first.")).toBeTruthy();
  });
});

describe("report list", () => {
  beforeEach(() => freshBrowser(ownUser()));

  const reportOf = (id: string, overrides: Partial<Report> = {}): Report => ({
    _id: id,
    subject: "post",
    subjectId: id,
    about: { name: "Kabir Rao", text: "Buy now" },
    reason: "spam",
    text: "",
    state: "open",
    outcome: null,
    createdAt: "2026-11-22T09:00:00.000Z",
    needsOfficer: false,
    decidedAt: null,
    ...overrides,
  });

  const page = (reports: Report[], nextCursor: string | null = null) => ({
    status: 200,
    body: { reports, hasMore: nextCursor !== null, nextCursor },
  });

  test("one that no one of the staff may decide says whom to write to", async () => {
    fakeApi(() => page([reportOf("one", { needsOfficer: true }), reportOf("two")]));
    show(<ReportList />);
    const { email } = OPERATOR.grievanceOfficer;
    const links = await screen.findAllByRole("link", { name: email });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([`mailto:${email}`]);
  });

  test("each report says what it was about and what came of it, page by page", async () => {
    const decided: Partial<Report> = {
      subject: "person",
      state: "decided",
      outcome: "action_taken",
      decidedAt: "2026-11-22T10:00:00.000Z",
      text: "Not the dean",
    };
    fakeApi(({ path }) =>
      path.includes("cursor=")
        ? page([reportOf("old", { about: { name: "", text: "" } })])
        : page([reportOf("new", decided)], "next"),
    );
    show(<ReportList />);
    const list = await screen.findByRole("list", { name: "Your reports" });
    expect(list.textContent).toContain("Account of Kabir Rao");
    expect(list.textContent).toContain("We took action on the account you reported.");
    expect(list.textContent).toContain("“Not the dean”");
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(await within(list).findByText("Waiting for moderators")).toBeTruthy();
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  });

  test("without reports it says how to make one", async () => {
    fakeApi(() => page([]));
    show(<ReportList />);
    expect(await screen.findByText(/You haven't reported anything/)).toBeTruthy();
  });

  test("a list that can't be loaded can be tried again", async () => {
    let isBroken = true;
    fakeApi(() =>
      isBroken ? errorAnswer(500, "internal", "Something went wrong.") : page([reportOf("one")]),
    );
    show(<ReportList />);
    const again = await screen.findByRole("button", { name: "Try Again" });
    isBroken = false;
    await userEvent.click(again);
    expect(await screen.findByText("Buy now")).toBeTruthy();
  });
});
