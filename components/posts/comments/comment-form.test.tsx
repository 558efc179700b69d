/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { Activity } from "react";
import { CommentForm } from "@/components/posts/comments/comment-form";
import { usersKeys } from "@/lib/profiles/client/cache";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

beforeEach(() => freshBrowser(ownUser()));

test("takes the focus once for each request, and not when a hidden feed is shown again", async () => {
  const client = new QueryClient();
  client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(usersKeys.me(), ownUser());
  const feed = (mode: "visible" | "hidden", focusRequests: number) => (
    <QueryClientProvider client={client}>
      <button type="button">Tab</button>
      <Activity mode={mode}>
        <CommentForm
          post={{ _id: "post", canComment: true }}
          focusRequests={focusRequests}
          answered={undefined}
          onAnswer={() => undefined}
        />
      </Activity>
    </QueryClientProvider>
  );
  const { rerender } = render(feed("visible", 1));
  const field = screen.getByRole("textbox", { name: "Write a comment" });
  expect(document.activeElement).toBe(field);
  const tab = screen.getByRole("button", { name: "Tab" });
  act(() => tab.focus());
  rerender(feed("hidden", 1));
  rerender(feed("visible", 1));
  expect(document.activeElement).toBe(tab);
  rerender(feed("visible", 2));
  expect(document.activeElement).toBe(field);
});
