/** @jest-environment jsdom */
import { QueryClient, useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AuthorMenu } from "@/components/posts/post-card/author-menu";
import { ReaderMenu } from "@/components/posts/post-card/reader-menu";
import { Toaster } from "@/components/shell/toaster";
import { postsKeys } from "@/lib/posts/client/cache";
import type { Post } from "@/lib/posts/schema";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

beforeEach(() => freshBrowser(ownUser()));

/** The menu of the cached post. */
function Menu({ kind }: { kind: "author" | "reader" }) {
  const { data = postOf() } = useQuery<Post>({
    queryKey: postsKeys.detail("post-1"),
    queryFn: () => postOf(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const trigger = <button type="button">Post options</button>;
  if (kind === "reader") return <ReaderMenu post={data} trigger={trigger} />;
  return <AuthorMenu post={data} trigger={trigger} onDeleted={undefined} />;
}

/** Shows the menu of a post whose server answers writes with `status`. */
function showMenu(kind: "author" | "reader", status = 200) {
  const { calls } = fakeApi(({ method, body }) => {
    if (method === "GET") return errorAnswer(404, "not_found", "Not found.");
    if (status !== 200) return errorAnswer(status, "unavailable", "The database is away.");
    if (method === "POST") return { status, body: { isMuted: (body as { muted: boolean }).muted } };
    return { status, body: { post: postOf(body as Partial<Post>) } };
  });
  const client = new QueryClient();
  client.setQueryData(postsKeys.detail("post-1"), postOf());
  show(
    <>
      <Menu kind={kind} />
      <Toaster />
    </>,
    client,
  );
  const shown = () => client.getQueryData<Post>(postsKeys.detail("post-1"));
  const writes = () => calls.filter(({ method }) => method !== "GET");
  return { shown, writes };
}

test("the author chooses who can comment", async () => {
  const { shown, writes } = showMenu("author");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Who can comment" }));
  const field = await screen.findByRole("combobox", { name: "Who can comment" });
  await userEvent.selectOptions(field, "People I joined");
  await waitFor(() => expect(writes()).toMatchObject([{ method: "PUT", body: { whoCanComment: "circle" } }]));
  expect(shown()?.whoCanComment).toBe("circle");
  expect(field).toHaveProperty("value", "circle");
});

test.each(["author", "reader"] as const)("the %s switches notifications about a post off", async (kind) => {
  const { shown, writes } = showMenu(kind);
  await userEvent.click(await screen.findByRole("menuitem", { name: "Turn off notifications" }));
  expect(await screen.findByText("No more notifications about this post.")).toBeTruthy();
  await waitFor(() => expect(writes()).toMatchObject([{ method: "POST", body: { muted: true } }]));
  expect(shown()?.isMuted).toBe(true);
});

test("what could not be saved is as it was, and says so", async () => {
  const { shown } = showMenu("reader", 503);
  await userEvent.click(await screen.findByRole("menuitem", { name: "Turn off notifications" }));
  expect(await screen.findByText(/^That choice couldn't be saved/)).toBeTruthy();
  expect(shown()?.isMuted).toBe(false);
});
