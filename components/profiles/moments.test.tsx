/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { Moments } from "@/components/profiles/moments";
import { toast } from "@/components/ui/toast";
import { usersKeys } from "@/lib/profiles/client/cache";
import { useCelebratesPost } from "@/lib/profiles/client/moments";
import type { OwnUser } from "@/lib/profiles/schema";
import { OWNER } from "@/lib/sessions/client/data-owner";
import { storageErased } from "@/lib/store/signal";
import { clientOf, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const newcomer = ownUser({ postsCount: 0, followersCount: 9, bio: "", followingCount: 3 });

/** Shows a person, and then each of the changes; returns what was said. */
async function become(...changes: Partial<OwnUser>[]): Promise<string[]> {
  const said = jest.spyOn(toast, "message").mockReturnValue("");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(usersKeys.me(), newcomer);
  const { unmount } = show(<Moments />, client);
  for (const change of changes)
    await act(async () => {
      client.setQueryData(usersKeys.me(), { ...newcomer, ...change });
      // The cache notifies its observers in the next task.
      await new Promise((resolve) => setTimeout(resolve));
    });
  unmount();
  return said.mock.calls.map(([text]) => text);
}

beforeEach(() => {
  jest.restoreAllMocks();
  freshBrowser(newcomer);
  localStorage.setItem(OWNER, newcomer._id);
});

const ALL_STEPS = { avatar: "a", bio: "b", collegeId: "c", followingCount: 3, postsCount: 1 };

test("the first post is celebrated in itself, and no longer when there is a second", async () => {
  const own = { userId: { _id: newcomer._id } };
  const isCelebrated = (me: OwnUser, post = own) =>
    renderHook(() => useCelebratesPost(post), {
      wrapper: ({ children }) => <QueryClientProvider client={clientOf(me)}>{children}</QueryClientProvider>,
    }).result.current;
  const first = { ...newcomer, postsCount: 1 };
  expect(isCelebrated(first)).toBe(false);
  expect(await become({ postsCount: 1 })).toEqual([]);
  expect(isCelebrated(first)).toBe(true);
  expect(isCelebrated(first, { userId: { _id: "kabir" } })).toBe(false);
  expect(isCelebrated({ ...newcomer, postsCount: 2 })).toBe(false);
  // The next page knows nothing of it.
  expect(localStorage.getItem("moments")).not.toContain("celebrates");
});

test("the tenth person in one's circle is, and the eleventh is not", async () => {
  expect(await become({ followersCount: 10 }, { followersCount: 11 })).toEqual([
    "10 people are in your circle now.",
  ]);
});

test("a post that ends the checklist is one moment", async () => {
  expect(await become(ALL_STEPS)).toEqual(["That was the last step. You're part of the circle now."]);
});

test("a checklist that was put away is not, nor what was there before", async () => {
  expect(await become({ ...ALL_STEPS, postsCount: 0, hidesChecklist: true })).toEqual([]);
  localStorage.clear();
  freshBrowser({ ...newcomer, ...ALL_STEPS });
  localStorage.setItem(OWNER, newcomer._id);
  expect(await become()).toEqual([]);
});

test("after a logout nothing is celebrated, or stored of the person", async () => {
  localStorage.clear();
  storageErased.emit();
  expect(await become({ postsCount: 1 })).toEqual([]);
  expect(localStorage.getItem("moments")).toBeNull();
});
