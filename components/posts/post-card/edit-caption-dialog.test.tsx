/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { EditCaptionDialog } from "@/components/posts/post-card/edit-caption-dialog";
import { postsKeys } from "@/lib/posts/client/cache";
import type { Post } from "@/lib/posts/schema";
import { show } from "@/tests/browser-api";
import { POSTS } from "@/tests/post-fixture";
import { spyOnApi } from "@/tests/spy-on-api";

const post: Post = { ...POSTS.own, caption: "Sunrise", altText: "A roof" };
const onClose = jest.fn();
let put: ReturnType<typeof spyOnApi>;

beforeEach(() => {
  jest.clearAllMocks();
  put = spyOnApi("put").mockResolvedValue({ post });
  show(<EditCaptionDialog post={post} onClose={onClose} />);
});

const caption = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Caption" });
const description = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Description/ });
const question = () => screen.queryByRole("alertdialog", { name: "Discard your changes?" });

test("Ctrl+Enter saves the caption and the description", async () => {
  await userEvent.type(caption(), " again");
  await userEvent.clear(description());
  await userEvent.type(description(), "A roof at dusk{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(put.mock.calls).toEqual([
      [`/posts/${post._id}`, { body: { caption: "Sunrise again", altText: "A roof at dusk" } }],
    ]),
  );
  expect(screen.getByRole("button", { name: "Updating..." })).toBeTruthy();
  // It is being saved, so closing loses nothing.
  await userEvent.keyboard("{Escape}");
  expect(question()).toBeNull();
  expect(onClose).toHaveBeenCalled();
});

test("a card is described by its words, and has neither none nor too many", async () => {
  cleanup();
  const card: Post = { ...post, caption: "Chai?", altText: "Chai?", kind: "card", background: "leaf" };
  show(<EditCaptionDialog post={card} onClose={onClose} />);
  expect(screen.queryByRole("textbox", { name: /^Description/ })).toBeNull();
  for (const text of ["a".repeat(281), " "]) {
    fireEvent.change(caption(), { target: { value: text } });
    expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  }
  fireEvent.change(caption(), { target: { value: "Coffee?" } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(put.mock.calls).toEqual([
      [`/posts/${post._id}`, { body: { caption: "Coffee?", altText: "Coffee?" } }],
    ]),
  );
});

test("closing without a change does not ask", async () => {
  await userEvent.keyboard("{Escape}");
  expect(question()).toBeNull();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each(["Escape", "Close", "Cancel"])("%s asks before it discards a change", async (way) => {
  await userEvent.type(caption(), "!");
  if (way === "Escape") await userEvent.keyboard("{Escape}");
  else await userEvent.click(screen.getByRole("button", { name: way }));
  expect(question()).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(question()).toBeNull();
  expect(caption().value).toBe("Sunrise!");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(put).not.toHaveBeenCalled();
});

test("a caption that is too long marks its field, says by how much, and can't be saved", async () => {
  fireEvent.change(caption(), { target: { value: "a".repeat(2001) } });
  expect(caption().getAttribute("aria-invalid")).toBe("true");
  const described = document.getElementById(caption().getAttribute("aria-describedby") ?? "");
  await waitFor(() => expect(described?.textContent).toContain("1 character too many"));
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  await userEvent.type(caption(), "{Control>}{Enter}{/Control}");
  expect(put).not.toHaveBeenCalled();

  fireEvent.change(caption(), { target: { value: "Fine" } });
  expect(caption().getAttribute("aria-invalid")).toBeNull();
  fireEvent.change(description(), { target: { value: "🙂".repeat(502) } });
  expect(description().getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
});

test("each of several media has its own description", async () => {
  cleanup();
  const several: Post = { ...POSTS.several, caption: "Three" };
  put.mockResolvedValue({ post: several });
  show(<EditCaptionDialog post={several} onClose={onClose} />);
  await userEvent.type(screen.getByRole("textbox", { name: /^Description 2 of 3,/ }), "A tower");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(put.mock.calls).toEqual([
      [
        `/posts/${several._id}`,
        {
          body: {
            caption: "Three",
            altTexts: ["The sun over dark hills", "A tower", "The lake, wide and still"],
          },
        },
      ],
    ]),
  );
});

test("a caption that is held for review shows its author that it is", async () => {
  cleanup();
  const withheld = { reason: "", decisionId: null, at: "2026-11-20T12:00:00.000Z" };
  put.mockResolvedValue({ post: { ...post, caption: "Sunrise!", isActive: false, withheld } });
  const client = new QueryClient();
  client.setQueryData(postsKeys.detail(post._id), post);
  show(<EditCaptionDialog post={post} onClose={onClose} />, client);
  await userEvent.type(caption(), "!{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(client.getQueryData(postsKeys.detail(post._id))).toMatchObject({ isActive: false, withheld }),
  );
});
