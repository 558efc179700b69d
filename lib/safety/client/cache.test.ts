/** @jest-environment jsdom */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { deleteAnswers } from "@/lib/offline/cache-names";
import { hidePerson, settleHidden, showNews, withoutPerson } from "@/lib/safety/client/cache";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { freshBrowser } from "@/tests/fresh-browser";
import { conversationOf, KABIR, messageOf } from "@/tests/message-fixture";

jest.mock("@/lib/offline/cache-names", () => ({
  ...jest.requireActual("@/lib/offline/cache-names"),
  deleteAnswers: jest.fn(),
}));

const TARA = { _id: "tara", name: "Tara Iyer", username: "tara", avatar: "" };

const postBy = (userId: object, _id: string) => ({ _id, userId, likes: [KABIR._id, TARA._id] });
const pagesOf = (name: string, items: object[], total = items.length) => ({
  pages: [{ [name]: items, total, nextCursor: null }],
  pageParams: [null],
});
const feed = () => pagesOf("posts", [postBy(KABIR, "his"), postBy(TARA, "hers")]);

/** What is cached after everything was opened once. */
const cached: [readonly string[], () => unknown][] = [
  [["posts", "list", "feed", "campus"], feed],
  [["posts", "list", "user", "kabir"], () => pagesOf("posts", [postBy(KABIR, "his")])],
  [["posts", "detail", "his"], () => postBy(KABIR, "his")],
  [["comments", "hers"], () => pagesOf("comments", [{ _id: "c", userId: KABIR, content: "Hi" }])],
  [["notifications", "list"], () => pagesOf("notifications", [{ _id: "n", senderId: KABIR }])],
  [["messages", "list", "inbox"], () => pagesOf("conversations", [conversationOf()])],
  [["people-search", "suggestions", "3"], () => [KABIR, TARA]],
  [["posts", "likers", "hers"], () => pagesOf("users", [KABIR, TARA])],
  [["users", "detail", "kabir"], () => ({ ...KABIR, followers: ["tara"] })],
  [["safety", "blocks"], () => pagesOf("people", [KABIR])],
];

let client: QueryClient;
beforeEach(() => {
  freshBrowser();
  client = new QueryClient();
  for (const [key, data] of cached) client.setQueryData(key, data());
});

const holdsKabir = () =>
  cached
    .map(([key]) => key)
    .filter((key) => JSON.stringify(client.getQueryData(key) ?? null).includes("Kabir"))
    .map((key) => key.join(" "));

test("after a block nothing cached has the person but their profile and the list of blocked people", () => {
  hidePerson(client, KABIR._id, "blocked");
  expect(holdsKabir()).toEqual(["users detail kabir", "safety blocks"]);
  const shown = client.getQueryData<ReturnType<typeof feed>>(["posts", "list", "feed", "campus"]);
  expect(shown?.pages).toEqual([
    { posts: [{ ...postBy(TARA, "hers"), likes: ["tara"] }], total: 1, nextCursor: null },
  ]);
  expect(client.getQueryState(["posts", "detail", "his"])?.error).toMatchObject({ status: 404 });
});

test("a mute leaves their profile with its posts, their conversation, and lists of people", () => {
  hidePerson(client, KABIR._id, "muted");
  expect(holdsKabir()).toEqual([
    "posts list user kabir",
    "posts detail his",
    "messages list inbox",
    "people-search suggestions 3",
    "posts likers hers",
    "users detail kabir",
    "safety blocks",
  ]);
});

test("it is undone as it was, and only where nothing newer came meanwhile", () => {
  const before = cached.map(([key]) => client.getQueryData(key));
  const { restore } = hidePerson(client, KABIR._id, "blocked");
  client.setQueryData(["people-search", "suggestions", "3"], [TARA, { ...TARA, _id: "anil" }]);
  restore();
  const after = cached.map(([key]) => client.getQueryData(key));
  expect(after.map((data, index) => data === before[index])).toEqual(
    cached.map(([key]) => key[0] !== "people-search"),
  );
});

test("an answer that was on its way when the person was hidden comes without them", async () => {
  let answer: (data: unknown) => void = () => {};
  const fetching = client.fetchQuery({
    queryKey: ["posts", "list", "feed", "campus"],
    queryFn: () => new Promise((resolve) => (answer = resolve)),
  });
  hidePerson(client, KABIR._id, "blocked");
  answer(feed());
  await fetching;
  await Promise.resolve();
  expect(holdsKabir()).not.toContain("posts list feed campus");
});

test("what does not have the person stays the same object", () => {
  const data = pagesOf("posts", [postBy(TARA, "hers")]);
  expect(withoutPerson(data, KABIR._id, "muted")).toBe(data);
});

test("a post of theirs that was shared in a message is no longer available", () => {
  const post = {
    _id: "his",
    isAvailable: true,
    caption: "Mine",
    thumbnail: "",
    authorName: KABIR.name,
    authorId: KABIR._id,
  };
  const log = pagesOf("messages", [messageOf("Look", { senderId: "tara", post })]);
  expect(JSON.stringify(withoutPerson(log, KABIR._id, "blocked"))).not.toMatch(/Kabir|Mine/);
});

test("nothing of a blocked person stays in storage: drafts to them, stored pages and answers", async () => {
  writeDraft("message me c1", "Half");
  writeDraft("comment me his", "written");
  writeDraft("comment me hers", "to another");
  const hidden = hidePerson(client, KABIR._id, "blocked");
  expect(deleteAnswers).not.toHaveBeenCalled();
  await settleHidden(client, KABIR._id, "blocked", hidden);
  expect(["message me c1", "comment me his", "comment me hers"].map(readDraft)).toEqual([
    "",
    "",
    "to another",
  ]);
  expect(deleteAnswers).toHaveBeenCalledTimes(1);
});

test("news of another tab drop the person, and have their profile loaded again", async () => {
  await showNews(client, { hidden: [KABIR._id], hiding: "blocked" });
  expect(holdsKabir()).toEqual(["users detail kabir", "safety blocks"]);
  const profile = client.getQueryState(["users", "detail", "kabir"]);
  expect(profile).toMatchObject({ data: { isBlocked: true }, isInvalidated: true });
});

test("news without names load what is on screen again, and drop what is gone now", async () => {
  const queryKey = ["users", "detail", "kabir"];
  const gone = new ApiClientError(404, "not_found", "User not found");
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => Promise.reject(gone),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const unsubscribe = observer.subscribe(() => {});
  await showNews(client, { shown: true });
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, status: "error", error: gone });
  expect(client.getQueryCache().getAll()).toHaveLength(1);
  unsubscribe();
});
