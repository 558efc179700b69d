/** @jest-environment jsdom */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { deleteAnswers } from "@/lib/offline/cache-names";
import { reloadEverything } from "@/lib/query/reload";

jest.mock("@/lib/offline/cache-names", () => ({
  ...jest.requireActual("@/lib/offline/cache-names"),
  deleteAnswers: jest.fn(),
}));

/** A query on screen, which is loaded once and then only when it is asked to. */
function onScreen(client: QueryClient, queryKey: string[], queryFn: () => Promise<unknown>) {
  const options = { queryKey, queryFn, retry: false, staleTime: Number.POSITIVE_INFINITY };
  const observer = new QueryObserver(client, options);
  observer.subscribe(() => {});
  return observer;
}

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});
afterEach(() => client.clear());

test("what is on screen is loaded again, and nothing else of what was read stays", async () => {
  client.setQueryData(["posts"], "Kabir's");
  client.setQueryData(["likers"], "Kabir");
  const posts = onScreen(client, ["posts"], async () => "Tara's");
  await reloadEverything(client);
  expect(posts.getCurrentResult().data).toBe("Tara's");
  expect(client.getQueryData(["likers"])).toBeUndefined();
  expect(deleteAnswers).toHaveBeenCalledTimes(1);
});

test("an answer to what was asked before does not come back", async () => {
  const answers: ((data: string) => void)[] = [];
  const posts = onScreen(client, ["posts"], () => new Promise((resolve) => answers.push(resolve)));
  const reloaded = reloadEverything(client);
  answers[0]?.("Kabir's");
  await new Promise((resolve) => setTimeout(resolve));
  answers[1]?.("Tara's");
  await reloaded;
  expect(posts.getCurrentResult().data).toBe("Tara's");
});

test("what is gone now leaves the screen", async () => {
  client.setQueryData(["profile"], "Kabir");
  const gone = new ApiClientError(404, "not_found", "User not found");
  const profile = onScreen(client, ["profile"], () => Promise.reject(gone));
  await reloadEverything(client);
  expect(profile.getCurrentResult()).toMatchObject({ data: undefined, status: "error", error: gone });
});

test("posts and comments that can't be loaded again leave the screen; other things stay", async () => {
  const away = new ApiClientError(503, "unavailable", "The database is away.");
  const [posts, comments, me] = ["posts", "comments", "users"].map((key) => {
    client.setQueryData([key], "Kabir");
    return onScreen(client, [key], () => Promise.reject(away));
  });
  await reloadEverything(client);
  for (const list of [posts, comments])
    expect(list?.getCurrentResult()).toMatchObject({ data: undefined, status: "error", error: away });
  expect(me?.getCurrentResult().data).toBe("Kabir");
});
