/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ShareDialog } from "@/components/posts/post-card/share-dialog";
import { Toaster } from "@/components/shell/toaster";
import { toast } from "@/components/ui/toast";
import type { UserListItem } from "@/lib/profiles/schema";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { conversationOf, KABIR, messageOf } from "@/tests/message-fixture";
import { postOf } from "@/tests/post-fixture";
import { ownUser, personOf } from "@/tests/user-fixture";

const me = ownUser();
const person = (_id: string, name: string) => personOf(_id, name, { username: _id });
const [ASHA, DEV, MINA] = [
  person("asha", "Asha Rao"),
  person("dev", "Dev Patel"),
  person("mina", "Mina Das"),
];

beforeEach(() => {
  freshBrowser(me);
  toast.dismiss();
});

const post = postOf({ _id: "p1" });

function Screen({ shown = post }) {
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      {isThere && <ShareDialog post={shown} onCopied={() => {}} />}
      <button type="button" onClick={() => setIsThere(false)}>
        Leave
      </button>
      <Toaster />
    </>
  );
}

const page = (users: UserListItem[]) => ({
  users,
  total: users.length,
  currentPage: 1,
  totalPages: 1,
  nextCursor: null,
  message: `${users.length} people found`,
});

/** Opens the dialog: one writes with Kabir, and to Mina no more; Asha and Dev are in the circle. */
function open(
  answer: (call: ApiCall) => ApiAnswer | Promise<ApiAnswer> | undefined = () => undefined,
  shown = post,
) {
  const api = fakeApi((call) => {
    const special = answer(call);
    if (special) return special;
    const { method, path, body } = call;
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (path.startsWith("/api/search/users"))
      return { status: 200, body: page([person("zoya", "Zoya Khan")]) };
    if (path.includes("/circle?")) return { status: 200, body: page([ASHA, DEV]) };
    if (method === "DELETE") return { status: 200, body: { message: messageOf("", { isDeleted: true }) } };
    if (path.endsWith("/share")) return { status: 200, body: { sharesCount: 1 } };
    if (method === "POST" && path === "/api/conversations") {
      const { userId } = body as { userId: string };
      return { status: 200, body: { conversation: conversationOf({ _id: `with-${userId}` }) } };
    }
    if (method === "POST") {
      const conversationId = path.split("/")[3] ?? "";
      const message = messageOf(`to ${conversationId}`, { conversationId });
      return { status: 201, body: { message, conversation: conversationOf({ _id: conversationId }) } };
    }
    const conversations = [
      conversationOf(),
      conversationOf({ _id: "c2", with: MINA, canWrite: false, cannotWrite: "No." }),
    ];
    return { status: 200, body: { conversations, requestsCount: 0, hasMore: false, nextCursor: null } };
  });
  show(<Screen shown={shown} />, new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return api;
}

const face = (name: string) => screen.findByRole("checkbox", { name: new RegExp(`^${name}`) });
const sent = (calls: ApiCall[]) =>
  calls.filter(({ method, path }) => method === "POST" && path.endsWith("/messages"));

test("the faces are of those one writes with, then of the circle; who can't be written to is not offered", async () => {
  const { calls } = open();
  await face("Asha Rao");
  expect(await face("Kabir Rao CSE, class of 2027")).toBeTruthy();
  const names = within(screen.getByRole("list", { name: "People" })).getAllByRole("listitem");
  expect(names.map((name) => name.querySelector("bdi")?.textContent)).toEqual([
    KABIR.name,
    ASHA.name,
    DEV.name,
  ]);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search people" }), "zoya");
  expect(await face("Zoya Khan")).toBeTruthy();
  const asked = calls.filter(({ path }) => /search|circle\?/.test(path));
  expect(asked.length).toBeGreaterThan(1);
  for (const { path } of asked) expect(path).toContain("recipients=true");
});

test("it is sent to all that are ticked with the note, and Undo takes it back from each", async () => {
  const { calls } = open();
  await userEvent.click(await face("Kabir Rao"));
  await userEvent.click(await face("Asha Rao"));
  await userEvent.click(await face("Dev Patel"));
  await userEvent.click(await face("Asha Rao"));
  await userEvent.type(screen.getByRole("textbox", { name: /^Write a note/ }), "Look!");
  await userEvent.click(screen.getByRole("button", { name: "Send to 2" }));
  expect(await screen.findByText("Sent to 2.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(calls).map(({ body }) => body)).toEqual([
    { postId: "p1", text: "Look!", clientId: expect.any(String) },
    { postId: "p1", text: "Look!", clientId: expect.any(String) },
  ]);
  expect(calls.filter(({ path }) => path.endsWith("/share"))).toHaveLength(1);
  // Not with a pointer: jsdom lacks its capture.
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(2));
});

test("the note stays while the only person is exchanged for another", async () => {
  open();
  const note = () => screen.getByRole("textbox", { name: /^Write a note/ });
  await userEvent.click(await face("Kabir Rao"));
  await userEvent.type(note(), "Look!");
  await userEvent.click(await face("Kabir Rao"));
  expect(screen.getByRole("button", { name: "Copy link" })).toBeTruthy();
  await userEvent.click(await face("Dev Patel"));
  expect(note()).toHaveProperty("value", "Look!");
});

test("whom it could not be sent to stay ticked, with the reason", async () => {
  open(({ method, path }) =>
    method === "POST" && path.includes("asha") ? errorAnswer(403, "forbidden", "Not any more.") : undefined,
  );
  await userEvent.click(await face("Kabir Rao"));
  await userEvent.click(await face("Asha Rao"));
  await userEvent.click(screen.getByRole("button", { name: "Send to 2" }));
  expect(await screen.findByText("Asha Rao: Not any more.")).toBeTruthy();
  expect(await screen.findByText("Sent to Kabir Rao.")).toBeTruthy();
  expect(await face("Asha Rao")).toHaveProperty("checked", true);
  expect(await face("Kabir Rao")).toHaveProperty("checked", false);
});

test("what is sent when the screen is gone says so all the same", async () => {
  let letAnswer = () => {};
  const held = new Promise<undefined>((resolve) => {
    letAnswer = () => resolve(undefined);
  });
  const { fetch } = window;
  open();
  const answer = window.fetch;
  window.fetch = async (...call) => {
    if (String(call[0]).includes("messages")) await held;
    return answer(...call);
  };
  await userEvent.click(await face("Kabir Rao"));
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  letAnswer();
  expect(await screen.findByText("Sent to Kabir Rao.")).toBeTruthy();
  window.fetch = fetch;
});

test("to copy the link of one's own post is no share", async () => {
  const { calls } = open(undefined, postOf({ _id: "p1", userId: { ...post.userId, _id: me._id } }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Copy link" }));
  expect(await screen.findByText("Link copied to clipboard!")).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith("/share"))).toEqual([]);
});
