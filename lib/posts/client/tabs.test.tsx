/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { postsKeys, settlePost } from "@/lib/posts/client/cache";
import { useOtherTabs } from "@/lib/posts/client/tabs";
import { usersKeys } from "@/lib/profiles/client/cache";
import { broadcastBetweenTabs } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();

broadcastBetweenTabs(me);

function Tab({ personId }: { personId: string }) {
  useOtherTabs(personId);
  return null;
}

/** Another tab of `personId`, with a cache of its own. */
function openTab(personId: string): QueryClient {
  const client = new QueryClient();
  client.setQueryData(postsKeys.detail("roof"), { _id: "roof", isLiked: false, likesCount: 3 });
  client.setQueryData(usersKeys.me(), me);
  render(
    <QueryClientProvider client={client}>
      <Tab personId={personId} />
    </QueryClientProvider>,
  );
  return client;
}

const postIn = (client: QueryClient) => client.getQueryData(postsKeys.detail("roof"));

test("a like in one tab shows in the person's other tabs, and in no one else's", async () => {
  const here = new QueryClient();
  const other = openTab(me._id);
  const stranger = openTab("someone-else");
  settlePost(here, "roof", { isLiked: true, likesCount: 4 });
  await waitFor(() => expect(postIn(other)).toMatchObject({ isLiked: true, likesCount: 4 }));
  expect(postIn(stranger)).toMatchObject({ isLiked: false, likesCount: 3 });
});

test("a new name in one tab shows in the others", () => {
  const other = openTab(me._id);
  const changed = JSON.stringify({ ...me, name: "Aarav Rao" });
  const tell = (newValue: string) =>
    act(() => window.dispatchEvent(new StorageEvent("storage", { key: "userProfile", newValue })));
  tell(JSON.stringify({ ...me, _id: "someone-else", name: "Someone" }));
  expect(other.getQueryData(usersKeys.me())).toMatchObject({ name: me.name });
  tell(changed);
  expect(other.getQueryData(usersKeys.me())).toMatchObject({ name: "Aarav Rao" });
});
