/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import { PostsBelow } from "@/components/profiles/posts-below";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

const thumbnail = "http://localhost/media/image/upload/campus-circle/1.jpg";
const post = postOf({ _id: "one", thumbnail, hashtags: ["gwalior", "roof"] });
const another = (id: string) => postOf({ _id: id, thumbnail });

/** Shows what is below a post; its author and its tag have these posts. */
function showBelow(ofAuthor: string[], ofTag: string[], isWide = true) {
  freshBrowser(ownUser());
  window.matchMedia = jest.fn(() => ({
    matches: isWide,
    addEventListener: jest.fn(),
    removeEventListener: jest.fn(),
  })) as never;
  const { calls } = fakeApi(({ path }) => {
    if (path === "/api/posts/one") return { status: 200, body: { post } };
    const ids = path.includes("tag=gwalior") ? ofTag : ofAuthor;
    const posts = ids.map((id) => (id === "one" ? post : another(id)));
    return {
      status: 200,
      body: { posts, total: posts.length, currentPage: 1, totalPages: 1, nextCursor: null },
    };
  });
  show(<PostsBelow postId="one" />);
  return calls;
}

const links = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

test("below a post stand more of its author and its first tag, without itself", async () => {
  const calls = showBelow(["two", "one", "three", "four", "five"], ["one", "six"]);
  await screen.findByRole("heading", { name: `More by ${post.userId.name}` });
  await screen.findByRole("heading", { name: "More with #gwalior" });
  await screen.findAllByRole("listitem");
  expect(links()).toEqual([
    `/profile/${post.userId._id}`,
    "/post/two",
    "/post/three",
    "/post/four",
    "/tag/gwalior",
    "/post/six",
  ]);
  expect(calls).toHaveLength(3);
});

test("nothing stands there when there is nothing else", async () => {
  showBelow(["one"], []);
  await screen.findByRole("heading", { name: "More with #gwalior" });
  await waitFor(() => expect(screen.queryByRole("heading")).toBeNull());
});

test("a screen without room for them loads none", () => {
  expect(showBelow(["two"], [], false)).toEqual([]);
});
