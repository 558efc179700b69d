/** @jest-environment jsdom */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { postsKeys } from "@/lib/posts/client/cache";
import { showPostsNews } from "@/lib/posts/client/live";
import { preferences } from "@/lib/settings/client/preferences";

const counts = { likesCount: 4, commentsCount: 2, sharesCount: 1 };
const post = { _id: "roof", caption: "Golden hour", isLiked: true, ...counts };
const news = { isNew: false, counts: [{ _id: "roof", ...counts, likesCount: 5 }] };

let client: QueryClient;
const shown = () => client.getQueryData(postsKeys.detail("roof"));

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(postsKeys.detail("roof"), post);
});
afterEach(() => client.clear());

describe("the counts of a post on screen", () => {
  test("are shown, and nothing else of it changes", () => {
    showPostsNews(client, news);
    expect(shown()).toEqual({ ...post, likesCount: 5 });
  });

  test("wait for the answer to the person's own press", async () => {
    let answer = () => {};
    const mutation = client.getMutationCache().build(client, {
      mutationKey: postsKeys.like("roof"),
      mutationFn: () => new Promise<void>((resolve) => (answer = resolve)),
    });
    const pressed = mutation.execute(undefined);
    showPostsNews(client, news);
    expect(shown()).toBe(post);
    await Promise.resolve();
    answer();
    await pressed;
    showPostsNews(client, news);
    expect(shown()).toEqual({ ...post, likesCount: 5 });
  });

  test("that are the same already render nothing again", () => {
    showPostsNews(client, { isNew: false, counts: [{ _id: "roof", ...counts }] });
    expect(shown()).toBe(post);
  });
});

describe("new posts", () => {
  const ask = jest.fn(async () => []);
  let stop: () => void;
  beforeEach(() => {
    jest.useFakeTimers();
    ask.mockClear();
    const queryKey = postsKeys.newest("campus", 1);
    const options = { queryKey, queryFn: ask, initialData: [], staleTime: Infinity };
    stop = new QueryObserver(client, options).subscribe(() => {});
  });
  afterEach(() => {
    jest.advanceTimersByTime(30_000);
    stop();
    preferences.clear();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  const hint = () => showPostsNews(client, { isNew: true, counts: [] });

  test("are asked for within a second, and then once in five", () => {
    hint();
    hint();
    expect(ask).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(ask).toHaveBeenCalledTimes(1);
    hint();
    jest.advanceTimersByTime(3_500);
    expect(ask).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1_500);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test.each([
    ["a hidden tab", () => jest.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")],
    ["someone who saves data", () => preferences.setState({ reducedData: true })],
  ])("are not asked for by %s", (_, arrange) => {
    arrange();
    hint();
    jest.advanceTimersByTime(30_000);
    expect(ask).not.toHaveBeenCalled();
    expect(client.getQueryState(postsKeys.newest("campus", 1))?.isInvalidated).toBe(true);
  });
});
