/** @jest-environment jsdom */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SafetySettings } from "@/components/settings/safety-settings";
import { Toaster } from "@/components/shell/toaster";
import { WORDS_MAX } from "@/lib/safety/policy";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { KABIR } from "@/tests/message-fixture";
import { ownUser } from "@/tests/user-fixture";

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
