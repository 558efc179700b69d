/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Feed } from "@/components/posts/post-list/feed";
import { feedOptions } from "@/lib/posts/client/queries";
import { usersKeys } from "@/lib/profiles/client/cache";
import type { OwnUser } from "@/lib/profiles/schema";
import { fakeApi } from "@/tests/browser-api";
import { freshBrowser, keepFocusAsOnScreens } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

// Lazily loaded code on a busy machine may take longer than the default second.
configure({ asyncUtilTimeout: 5_000 });
beforeAll(async () => {
  await import("@/components/circles/suggestions-card");
  await import("@/components/posts/post-list/post-shortcuts");
});

jest.mock("next/navigation", () => ({
  useRouter: () => ({ push: jest.fn(), replace: jest.fn(), prefetch: jest.fn() }),
  usePathname: () => "/mainfeed",
}));

keepFocusAsOnScreens();

let hasRail = false;
beforeEach(() => {
  hasRail = false;
  window.matchMedia = jest.fn((query: string) => ({
    matches: hasRail && query === "(min-width: 75rem)",
    addEventListener() {},
    removeEventListener() {},
  })) as never;
  window.IntersectionObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never;
});

const post = (id: number) => ({
  _id: `post-${id}`,
  userId: { _id: "kabir", name: "Kabir Rao", username: "", avatar: "", collegeName: "MITS" },
  caption: `Words of ${id}`,
  mediaUrl: `http://localhost/media/image/upload/campus-circle/${id}.jpg`,
  mediaType: "image",
  hashtags: [],
  visibility: "public",
  likes: [],
  isLiked: false,
  likesCount: 0,
  commentsCount: 0,
  sharesCount: 0,
  isActive: true,
  createdAt: "2026-01-01T00:00:00.000Z",
  width: 400,
  height: 300,
  placeholder: "",
  thumbnail: "",
  altText: "",
});

function show(more: Partial<OwnUser> = {}) {
  const me = ownUser(more);
  freshBrowser(me);
  const posts = [1, 2, 3, 4].map(post);
  const person = {
    _id: "meera",
    name: "Meera Joshi",
    username: "meera.joshi",
    avatar: "",
    collegeName: "MITS",
  };
  const suggestion = { ...person, isInCircle: false, mutualCount: 0, joinedBy: "" };
  const api = fakeApi(({ path, method }) => {
    if (path.startsWith("/api/users/suggestions")) return { status: 200, body: { users: [suggestion] } };
    if (method === "PUT") return { status: 200, body: { user: { ...me, hidesSuggestions: true } } };
    return { status: 200, body: { user: me } };
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(usersKeys.me(), me);
  const page = { posts, total: 4, currentPage: 1, totalPages: 1, nextCursor: null };
  client.setQueryData(feedOptions().queryKey, { pages: [page], pageParams: [null] } as never);
  render(
    <QueryClientProvider client={client}>
      <Feed />
    </QueryClientProvider>,
  );
  return { me, ...api };
}

const articles = () => screen.getAllByRole("article").map((article) => article.textContent ?? "");
const card = () => screen.queryByRole("article", { name: "People to join" });

describe("people to join in the feed", () => {
  test("are a card after the third post, until it is put away for good", async () => {
    const { me, calls } = show();
    await screen.findByText("Meera Joshi");
    expect(articles().map((text) => /Words of \d|People to join/.exec(text)?.[0])).toEqual([
      "Words of 1",
      "Words of 2",
      "Words of 3",
      "People to join",
      "Words of 4",
    ]);
    screen.getByRole("button", { name: "Join Circle of Meera Joshi" });
    await userEvent.click(screen.getByRole("button", { name: "Hide people to join" }));
    await waitFor(() => expect(card()).toBeNull());
    await waitFor(() =>
      expect(calls).toContainEqual(
        expect.objectContaining({ path: `/api/users/${me._id}`, body: { hidesSuggestions: true } }),
      ),
    );
    // The focus goes to the post that has taken the card's place.
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Words of 4"));
  });

  test.each<[string, Partial<OwnUser>, boolean]>([
    ["have joined three circles", { followingCount: 3 }, false],
    ["have put them away", { hidesSuggestions: true }, false],
    ["see them in the right column", {}, true],
  ])("are not for people who %s", async (_, more, rail) => {
    hasRail = rail;
    const { calls } = show(more);
    await screen.findByText("Words of 4");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(card()).toBeNull();
    expect(calls.filter(({ path }) => path.includes("suggestions"))).toEqual([]);
  });
});
