/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { SendPostDialog } from "@/components/messages/new-message-dialog";
import { Toaster } from "@/components/shell/toaster";
import { type ApiAnswer, errorAnswer, fakeApi } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { conversationOf, messageOf } from "@/tests/message-fixture";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();

beforeEach(() => {
  freshBrowser(me);
  window.matchMedia = jest.fn(() => ({ matches: false })) as never;
});

const onSent = jest.fn();

function SharedPost() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      {isOpen && <SendPostDialog postId="p1" onSent={onSent} onClose={() => setIsOpen(false)} />}
      <Toaster />
    </>
  );
}

/** Chooses a person, and closes the dialog before the server has answered, which is said. */
async function sendAndClose(answer: ApiAnswer, said: string): Promise<void> {
  const conversation = conversationOf();
  let letAnswer = () => {};
  const held = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  fakeApi(async ({ method, path }) => {
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (path.startsWith("/api/users/suggestions")) return { status: 200, body: { users: [] } };
    if (method === "POST" && path.endsWith("/messages")) {
      await held;
      return answer;
    }
    if (method === "POST") return { status: 200, body: { conversation } };
    return {
      status: 200,
      body: { conversations: [conversation], requestsCount: 0, hasMore: false, nextCursor: null },
    };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <SharedPost />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /Kabir Rao/ }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText(said)).toBeNull();
  letAnswer();
  expect(await screen.findByText(said)).toBeTruthy();
}

test("a post that is sent after its dialog was closed says so", async () => {
  const body = { message: messageOf(""), conversation: conversationOf() };
  await sendAndClose({ status: 201, body }, "Sent to Kabir Rao.");
  expect(onSent).toHaveBeenCalledTimes(1);
});

test("one that can't be sent after its dialog was closed says why", async () => {
  const message = "They are away for now.";
  await sendAndClose(errorAnswer(403, "forbidden", message), message);
  expect(onSent).not.toHaveBeenCalled();
});
