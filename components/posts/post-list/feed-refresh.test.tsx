/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FeedRefresh } from "@/components/posts/post-list/feed-refresh";
import { HomeLink } from "@/components/shell/nav-links";
import { type PostPages, patchPost, postItems, postsKeys, removePost } from "@/lib/posts/client/cache";
import { feedOptions } from "@/lib/posts/client/queries";
import { usersKeys } from "@/lib/profiles/client/cache";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi, show as showScreen } from "@/tests/browser-api";
import { usePathname } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

usePathname.mockReturnValue("/mainfeed");

const makePost = (id: string, at: number) => postOf({ _id: id, createdAt: new Date(at).toISOString() });
const page = (...ids: string[]) => ({
  posts: ids.map((id, index) => makePost(id, 1_000_000 - index)),
  total: ids.length,
  nextCursor: null,
});

/** The ids of the posts in the feed. */
function Ids() {
  const { data } = useInfiniteQuery({ ...feedOptions(), enabled: false });
  return <p>{postItems.all(data).map(({ _id }) => _id)}</p>;
}

let scrolls: ScrollToOptions[] = [];
let isCalm = false;
const onLoaded = jest.fn();

function show() {
  window.history.replaceState(null, "", "/mainfeed");
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
  window.matchMedia = (() => ({ matches: isCalm })) as unknown as typeof window.matchMedia;
  window.scrollTo = ((options: ScrollToOptions) => scrolls.push(options)) as typeof window.scrollTo;
  const api = fakeApi(({ path }) =>
    path === "/api/auth/me"
      ? { status: 200, body: { user: ownUser() } }
      : { status: 200, body: path.includes("sort=") ? page("new", "old") : page("old") },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(usersKeys.me(), ownUser());
  client.setQueryData(feedOptions().queryKey, { pages: [page("old")], pageParams: [null] } as never);
  showScreen(
    <>
      <HomeLink className="">Logo</HomeLink>
      <FeedRefresh feed="campus" onLoaded={onLoaded} />
      <Ids />
    </>,
    client,
  );
  return { api, client };
}

beforeEach(() => {
  jest.clearAllMocks();
  scrolls = [];
  isCalm = false;
  Object.assign(window, { scrollY: 0 });
});

const pressHome = () => userEvent.click(screen.getByRole("link", { name: /home$/ }));
const status = () => screen.getByRole("status").textContent;

describe("Home on the feed", () => {
  test("leads to its top, smoothly", async () => {
    show();
    Object.assign(window, { scrollY: 3_480 });
    await pressHome();
    expect(scrolls).toEqual([{ top: 0, behavior: "smooth" }]);
    expect(screen.getByText("old")).toBeTruthy();
  });

  test("leads there at once for people who prefer reduced motion", async () => {
    isCalm = true;
    show();
    Object.assign(window, { scrollY: 3_480 });
    await pressHome();
    expect(scrolls).toEqual([{ top: 0, behavior: "instant" }]);
  });

  test("loads new posts at its top, and says so", async () => {
    show();
    await pressHome();
    expect(await screen.findByText("newold")).toBeTruthy();
    expect(status()).toBe("Feed updated");
    expect(onLoaded).not.toHaveBeenCalled();
  });

  test("leads there from any other page", async () => {
    show();
    window.history.replaceState(null, "", "/settings");
    const link = screen.getByRole("link", { name: /home$/ });
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
    expect(screen.getByText("old")).toBeTruthy();
  });
});

test("a feed whose newest posts are gone from the cache stays on screen", async () => {
  const { client } = show();
  const [newest] = client.getQueryCache().findAll({ queryKey: postsKeys.newestPosts() });
  await act(async () => newest?.setState({ data: undefined }));
  expect(screen.getByText("old")).toBeTruthy();
});

test("new posts that can't be loaded can be tried again", async () => {
  const {
    api: { answer },
  } = show();
  answer(() => errorAnswer(503, "unavailable", "The database is away."));
  await pressHome();
  const button = await screen.findByRole("button", { name: "New posts couldn't be loaded. Try Again" });
  answer(() => ({ status: 200, body: page("new", "old") }));
  await userEvent.click(button);
  expect(await screen.findByText("newold")).toBeTruthy();
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith("new"));
});

test("what is done while new posts load is done to them, too", async () => {
  const { api, client } = show();
  let arrive = () => {};
  api.answer(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve({ status: 200, body: page("new", "old") });
      }),
  );
  await pressHome();
  patchPost(client, "old", (post) => ({ ...post, isLiked: true }));
  removePost(client, makePost("new", 1_000_000));
  act(() => arrive());
  await waitFor(() => expect(client.isMutating()).toBe(0));
  const posts = postItems.all(client.getQueryData<PostPages>(feedOptions().queryKey));
  expect(posts).toMatchObject([{ _id: "old", isLiked: true }]);
  expect(client.getQueryData(postsKeys.fresh("campus"))).toBeUndefined();
});
