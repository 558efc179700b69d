/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ShareDialog } from "@/components/posts/post-card/share-dialog";
import { Toaster } from "@/components/shell/toaster";
import { toast } from "@/components/ui/toast";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { conversationOf, KABIR, messageOf } from "@/tests/message-fixture";
import { postOf } from "@/tests/post-fixture";
import { ownUser, personOf } from "@/tests/user-fixture";

const me = ownUser();
const person = (_id: string, name: string) => personOf(_id, name, { username: _id });
const [ASHA, DEV, ZOYA] = [
  person("asha", "Asha Rao"),
  person("dev", "Dev Patel"),
  person("zoya", "Zoya Khan"),
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

/** Opens the dialog, which offers Kabir, Asha and Dev. */
function open(
  answer: (call: ApiCall) => ApiAnswer | Promise<ApiAnswer> | undefined = () => undefined,
  shown = post,
) {
  const api = fakeApi((call) => {
    const special = answer(call);
    if (special) return special;
    const { method, path, body } = call;
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (path.startsWith("/api/people/recipients"))
      return { status: 200, body: { people: path.includes("q=zoya") ? [ZOYA] : [KABIR, ASHA, DEV] } };
    if (method === "DELETE") return { status: 200, body: { message: messageOf("", { isDeleted: true }) } };
    if (path.endsWith("/share")) return { status: 200, body: { sharesCount: 1 } };
    if (method === "POST" && path === "/api/conversations") {
      const { userId } = body as { userId: string };
      return { status: 200, body: { conversation: conversationOf({ _id: `with-${userId}` }) } };
    }
    const conversationId = path.split("/")[3] ?? "";
    const message = messageOf(`to ${conversationId}`, { conversationId });
    return { status: 201, body: { message, conversation: conversationOf({ _id: conversationId }) } };
  });
  show(<Screen shown={shown} />, new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return api;
}

const face = (name: string) => screen.findByRole("option", { name: new RegExp(`^${name}`) });
const chosen = () => screen.queryAllByRole("option", { selected: true }).map(nameIn);
const nameIn = (option: HTMLElement) => option.querySelector("bdi")?.textContent;
const sent = (calls: ApiCall[]) =>
  calls.filter(({ method, path }) => method === "POST" && path.endsWith("/messages"));

test("the faces come in the order of the server; a search finds others, and who was chosen stays", async () => {
  open();
  expect(await face("Kabir Rao CSE, class of 2027")).toBeTruthy();
  const faces = () => screen.getAllByRole("option").map(nameIn);
  expect(faces()).toEqual([KABIR.name, ASHA.name, DEV.name]);
  const field = screen.getByRole("combobox", { name: "Search people" });
  await userEvent.type(field, "zoya");
  await face("Zoya Khan");
  await userEvent.keyboard("{Enter}");
  expect(chosen()).toEqual([ZOYA.name]);
  await userEvent.clear(field);
  await face("Kabir Rao");
  expect(faces()).toEqual([ZOYA.name, KABIR.name, ASHA.name, DEV.name]);
  expect(chosen()).toEqual([ZOYA.name]);
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
  expect(chosen()).toEqual([ASHA.name]);
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
