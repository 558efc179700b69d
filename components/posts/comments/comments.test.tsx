/** @jest-environment jsdom */

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Activity, type ComponentProps } from "react";
import { PersonRow } from "@/components/circles/person-row";
import { CommentForm } from "@/components/posts/comments/comment-form";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { CommentList } from "@/components/posts/comments/comment-list";
import { CommentsPanel } from "@/components/posts/comments/comments-panel";
import { Toaster } from "@/components/shell/toaster";
import type { Comment } from "@/lib/comments/schema";
import { postsKeys } from "@/lib/posts/client/cache";
import { usersKeys } from "@/lib/profiles/client/cache";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, onePageOf, show } from "@/tests/browser-api";
import { commentOf } from "@/tests/comment-fixture";
import { freshBrowser, preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { postOf } from "@/tests/post-fixture";
import { ownUser, personOf } from "@/tests/user-fixture";

/** Comments under a post. */

const me = ownUser();

describe("comment list", () => {
  preserveFocusAsOnScreens();
  const IN_TIME = ["First", "Second", "Third", "Fourth"];
  /** A comment of this minute. */
  const comment = (content: string, minute = IN_TIME.indexOf(content)) =>
    commentOf({ _id: content, content, createdAt: `2026-01-01T00:0${minute}:00.000Z` });
  const comments = (list: unknown[], cursors = {}): ApiAnswer => ({
    status: 200,
    body: { comments: list, total: list.length, currentPage: 1, totalPages: 1, nextCursor: null, ...cursors },
  });

  beforeEach(() => {
    localStorage.clear();
    storeTokens({ accessToken: "access", refreshToken: "refresh" });
  });

  /** Shows the viewer's own post, whose cached count is three comments. */
  function showComments(
    answering: (call: ApiCall) => ApiAnswer,
    props: Partial<ComponentProps<typeof CommentList>> = {},
  ) {
    const { calls } = fakeApi((call) => {
      if (call.path === "/api/auth/me") return { status: 200, body: { user: me } };
      return answering(call);
    });
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData(postsKeys.detail("post"), { _id: "post", commentsCount: 3 });
    render(
      <QueryClientProvider client={client}>
        <CommentList
          post={{ _id: "post", userId: { ...me, collegeName: "MITS" }, canComment: true, commentsCount: 3 }}
          onReply={() => undefined}
          {...props}
        />
        <Toaster />
      </QueryClientProvider>,
    );
    const count = () =>
      client.getQueryData<{ commentsCount: number }>(postsKeys.detail("post"))?.commentsCount;
    return { calls, count };
  }

  /** Two pages of comments, the newest first. */
  function twoPages({ path }: ApiCall): ApiAnswer {
    const isOlder = path.includes("cursor=older");
    if (isOlder) return comments([comment("Second"), comment("First")]);
    return comments([comment("Fourth"), comment("Third")], { nextCursor: "older" });
  }
  const shownTexts = () =>
    screen.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent);

  async function deleteComment(content: string): Promise<void> {
    const item = (await screen.findByText(content)).closest("li") as HTMLElement;
    await userEvent.click(await within(item).findByRole("button", { name: "Comment options" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete comment" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  }

  const three = comments(["Third", "Second", "First"].map((content) => comment(content)));

  test("a deleted comment disappears, and the post shows the server's count", async () => {
    const { count } = showComments(({ method }) =>
      method === "DELETE" ? { status: 200, body: { message: "Deleted.", commentsCount: 2 } } : three,
    );
    await deleteComment("Second");
    await waitFor(() => expect(count()).toBe(2));
    expect(screen.queryByText("Second")).toBeNull();
    expect(await screen.findByText("Comment deleted.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByText("Third").closest("li"));
  });

  test("a comment that its author deleted first stays gone, and the post counts the others", async () => {
    const left: ApiAnswer = { status: 200, body: { post: postOf({ _id: "post", commentsCount: 1 }) } };
    const { calls, count } = showComments(({ method, path }) => {
      if (method === "DELETE") return errorAnswer(404, "not_found", "This comment is no longer available.");
      return path === "/api/posts/post" ? left : three;
    });
    await deleteComment("Second");
    await waitFor(() => expect(count()).toBe(1));
    expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    expect(screen.queryByText("Second")).toBeNull();
    expect(screen.queryByText(/couldn't be deleted/)).toBeNull();
  });

  test("a comment whose post has been deleted meanwhile stays gone", async () => {
    let isGone = false;
    const { calls } = showComments(({ method }) => {
      if (method === "DELETE") isGone = true;
      return isGone ? errorAnswer(404, "not_found", "This post is no longer available.") : three;
    });
    await deleteComment("Second");
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: "GET" }));
    expect(screen.queryByText("Second")).toBeNull();
    expect(screen.queryByText(/couldn't be deleted/)).toBeNull();
  });

  test("a comment that cannot be deleted returns, with a toast", async () => {
    const { count } = showComments(({ method }) =>
      method === "DELETE" ? errorAnswer(503, "unavailable", "The database is away.") : three,
    );
    await deleteComment("Second");
    expect(await screen.findByText("That comment couldn't be deleted. Please try again.")).toBeTruthy();
    expect(screen.getByText("Second")).toBeTruthy();
    expect(count()).toBe(3);
  });

  test("they read in the order they were written, with earlier ones above, of which the nearest gets the focus", async () => {
    showComments(twoPages);
    expect(await screen.findByText("Fourth")).toBeTruthy();
    expect(shownTexts()).toEqual(["Third", "Fourth"]);
    await userEvent.click(screen.getByRole("button", { name: "View earlier comments" }));
    await waitFor(() => expect(shownTexts()).toEqual(["First", "Second", "Third", "Fourth"]));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Second").closest("li")));
    expect(screen.queryByRole("button", { name: "View earlier comments" })).toBeNull();
  });

  describe("an address that leads to a comment", () => {
    const openAt = (id: string) => {
      window.location.hash = `#comment-${id}`;
    };
    afterEach(() => {
      window.location.hash = "";
    });
    const lists = (calls: ApiCall[]) =>
      calls.map(({ path }) => path).filter((path) => path.includes("/comments"));

    test("focuses and marks it where it is loaded", async () => {
      openAt("Third");
      const { calls } = showComments(twoPages, { isLinked: true });
      const item = (await screen.findByText("Third")).closest("li");
      await waitFor(() => expect(document.activeElement).toBe(item));
      expect(item?.querySelector(".animate-mark")).toBeTruthy();
      expect(document.querySelectorAll(".animate-mark")).toHaveLength(1);
      expect(lists(calls)).toHaveLength(1);
    });

    test("shows the ones around an old one, and goes on to the newest from there", async () => {
      openAt("Second");
      showComments(
        (call) => {
          if (call.path.includes("around=Second"))
            return comments([comment("Second"), comment("First")], {
              aroundId: "Second",
              previousCursor: "n",
            });
          if (call.path.includes("before=n")) return comments([comment("Fourth"), comment("Third")]);
          return comments([comment("Fourth")], { nextCursor: "older" });
        },
        { isLinked: true },
      );
      const item = await screen.findByText("Second");
      await waitFor(() => expect(document.activeElement).toBe(item.closest("li")));
      expect(shownTexts()).toEqual(["First", "Second"]);
      await userEvent.click(screen.getByRole("button", { name: "View newer comments" }));
      await waitFor(() => expect(shownTexts()).toEqual(IN_TIME));
      await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Third").closest("li")));
      expect(screen.queryByRole("button", { name: "View newer comments" })).toBeNull();
    });

    test("opens the thread of a reply around it, with earlier and later ones at hand", async () => {
      openAt("reply");
      const reply = (_id: string) => commentOf({ _id, content: `A ${_id}`, replyTo: "First" });
      const { calls } = showComments(
        ({ path }) => {
          const first = { ...comment("First"), repliesCount: 50 };
          const isAround = path.includes("around=reply");
          if (!path.includes("replyTo=First"))
            return comments([first], { aroundId: isAround ? "First" : null });
          if (isAround)
            return comments([reply("reply")], { aroundId: "reply", previousCursor: "p", nextCursor: "n" });
          if (path.includes("before=p")) return comments([reply("much earlier"), reply("little earlier")]);
          return path.includes("cursor=n") ? comments([reply("later")]) : comments([reply("first reply")]);
        },
        { isLinked: true },
      );
      const item = (await screen.findByText("A reply")).closest("li");
      await waitFor(() => expect(document.activeElement).toBe(item));
      expect(shownTexts()).toEqual(["First", "A reply"]);
      expect(item?.querySelector(".animate-mark")).toBeTruthy();
      expect(lists(calls).filter((path) => path.includes("replyTo"))).toHaveLength(1);
      await userEvent.click(screen.getByRole("button", { name: "View earlier replies" }));
      const earlier = (await screen.findByText("A little earlier")).closest("li");
      await waitFor(() => expect(document.activeElement).toBe(earlier));
      await userEvent.click(screen.getByRole("button", { name: "View more replies" }));
      expect(await screen.findByText("A later")).toBeTruthy();
      expect(shownTexts()).toEqual(["First", "A much earlier", "A little earlier", "A reply", "A later"]);
      expect(screen.queryByRole("button", { name: /^View/ })).toBeNull();
    });

    test("finds a reply beyond what is loaded of its thread", async () => {
      const reply = (_id: string) => commentOf({ _id, content: `A ${_id}`, replyTo: "First" });
      showComments(
        ({ path }) => {
          const first = { ...comment("First"), repliesCount: 50 };
          const isAround = path.includes("around=reply");
          if (!path.includes("replyTo=First"))
            return comments([first], { aroundId: isAround ? "First" : null });
          return isAround
            ? comments([reply("reply")], { aroundId: "reply" })
            : comments([reply("first reply")]);
        },
        { isLinked: true },
      );
      await userEvent.click(await screen.findByRole("button", { name: "View 50 replies" }));
      expect(await screen.findByText("A first reply")).toBeTruthy();
      openAt("reply");
      const item = (await screen.findByText("A reply")).closest("li");
      await waitFor(() => expect(document.activeElement).toBe(item));
    });

    test("finds a reply that is newer than the loaded lists, and offers it no more", async () => {
      const reply = commentOf({ _id: "reply", content: "A reply", replyTo: "First" });
      const other = commentOf({ _id: "other", content: "Another", replyTo: "First" });
      let isWritten = false;
      showComments(
        ({ path }) => {
          const now = { commentsCount: isWritten ? 3 : 2 };
          const aroundId = (id: string) => (path.includes("around=reply") ? id : null);
          if (path.includes("replyTo=First"))
            return comments(isWritten ? [other, reply] : [other], { aroundId: aroundId("reply"), ...now });
          const first = { ...comment("First"), repliesCount: 1 };
          return comments([first], { aroundId: aroundId("First"), ...now });
        },
        { isLinked: true },
      );
      await userEvent.click(await screen.findByRole("button", { name: "View 1 reply" }));
      expect(await screen.findByText("Another")).toBeTruthy();
      expect(screen.getByRole("button", { name: "1 new comment" })).toBeTruthy();
      isWritten = true;
      openAt("reply");
      const item = (await screen.findByText("A reply")).closest("li");
      await waitFor(() => expect(document.activeElement).toBe(item));
      expect(screen.queryByRole("button", { name: "1 new comment" })).toBeNull();
    });

    test("says calmly that it is gone, and shows the others", async () => {
      openAt("gone");
      showComments(
        ({ path }) =>
          path.includes("around=gone")
            ? errorAnswer(404, "not_found", "This comment is no longer available.")
            : three,
        { isLinked: true },
      );
      expect(await screen.findByText("This comment is no longer available.")).toBeTruthy();
      expect(shownTexts()).toEqual(["First", "Second", "Third"]);
    });

    test("that is deleted later leaves a list that still loads what is new", async () => {
      openAt("Second");
      let isDeleted = false;
      showComments(
        ({ path }) => {
          if (!path.includes("around=Second")) return comments([comment("Fourth")], { commentsCount: 3 });
          if (isDeleted) return errorAnswer(404, "not_found", "This comment is no longer available.");
          return comments([comment("Second")], { aroundId: "Second", commentsCount: 2 });
        },
        { isLinked: true },
      );
      expect(await screen.findByText("Second")).toBeTruthy();
      isDeleted = true;
      await userEvent.click(await screen.findByRole("button", { name: "1 new comment" }));
      expect(await screen.findByText("Fourth")).toBeTruthy();
      expect(screen.queryByText("Second")).toBeNull();
    });

    test("does nothing in lists that it is not for", async () => {
      openAt("Second");
      const { calls } = showComments(twoPages);
      expect(await screen.findByText("Third")).toBeTruthy();
      expect(lists(calls)).toHaveLength(1);
    });
  });
});

describe("comment item", () => {
  const FACULTY = { role: "faculty", department: "CSE", batch: null, label: "Faculty · CSE" } as const;
  const rep = { _id: "rep", name: "3rd year Rep", avatar: "", username: "rep", affiliation: FACULTY };

  const comment = (content: string) =>
    commentOf({ userId: rep, content, createdAt: new Date(Date.now() - 19 * 60_000).toISOString() });

  test("tags and addresses in a comment are links, and HTML stays text", () => {
    show(
      <CommentItem postId="post" comment={comment("<b>See</b> #GoldenHour on www.mitsgwl.ac.in/fest.")} />,
    );
    expect(screen.getByRole("link", { name: "#GoldenHour" }).getAttribute("href")).toBe("/tag/goldenhour");
    const link = screen.getByRole("link", { name: "mitsgwl.ac.in/fest" });
    expect(link.getAttribute("href")).toBe("https://www.mitsgwl.ac.in/fest");
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")?.split(" ")).toEqual(
      expect.arrayContaining(["noopener", "noreferrer", "nofollow"]),
    );
    expect(screen.getByText(/<b>See<\/b>/)).toBeTruthy();
  });

  test("what its author is at the college stands beside the name, and is no part of the link", () => {
    show(<CommentItem postId="post" comment={comment("Hello")} />);
    expect(screen.getByRole("listitem").textContent).toContain("Faculty · CSE");
    expect(screen.getByRole("link", { name: "Year Rep" }).textContent).toBe("Year Rep");
  });

  test("the time of a comment is read aloud in words", () => {
    show(<CommentItem postId="post" comment={comment("Hello")} />);
    expect(screen.getByText("19m").getAttribute("aria-hidden")).toBe("true");
    expect(screen.getByText("19 minutes ago").closest("time")).toBe(screen.getByText("19m").closest("time"));
  });

  test("only comments clean up the author's name; initials and other screens do not", () => {
    show(
      <>
        <CommentItem postId="post" comment={comment("Hello")} />
        <PersonRow person={{ ...rep, collegeName: "MITS", isInCircle: false }} isMe />
      </>,
    );
    expect(screen.getByRole("link", { name: "Year Rep" })).toBeTruthy();
    expect(screen.getByRole("link", { name: /3rd year Rep/ })).toBeTruthy();
    expect(screen.getAllByText("3R")).toHaveLength(2);
  });

  test("an own comment that moderators removed says why, and leads to the appeal", () => {
    const withheld = {
      reason: "It insults someone.",
      decisionId: "decision",
      at: "2026-11-20T12:00:00.000Z",
    };
    show(<CommentItem postId="post" comment={{ ...comment("You are stupid"), withheld }} isMine />);
    expect(screen.getByText(/^Removed by moderators: It insults someone\./)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Appeal" }).getAttribute("href")).toBe("/settings/decisions");
  });

  test("one that is held for review says so in one line", () => {
    const withheld = { reason: "", decisionId: null, at: "2026-11-20T12:00:00.000Z" };
    show(<CommentItem postId="post" comment={{ ...comment("See this link"), withheld }} isMine />);
    expect(screen.getByText("Held for review by moderators")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Appeal" })).toBeNull();
  });
});

describe("comment form", () => {
  beforeEach(() => freshBrowser(ownUser()));

  test("takes the focus once for each request, and not when a hidden feed is shown again", async () => {
    const client = new QueryClient();
    client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
    client.setQueryData(usersKeys.me(), ownUser());
    const feed = (mode: "visible" | "hidden", focusRequests: number) => (
      <QueryClientProvider client={client}>
        <button type="button">Tab</button>
        <Activity mode={mode}>
          <CommentForm
            post={{ _id: "post", canComment: true }}
            focusRequests={focusRequests}
            answered={undefined}
            onAnswer={() => undefined}
          />
        </Activity>
      </QueryClientProvider>
    );
    const { rerender } = render(feed("visible", 1));
    const field = screen.getByRole("textbox", { name: "Write a comment" });
    expect(document.activeElement).toBe(field);
    const tab = screen.getByRole("button", { name: "Tab" });
    act(() => tab.focus());
    rerender(feed("hidden", 1));
    rerender(feed("visible", 1));
    expect(document.activeElement).toBe(tab);
    rerender(feed("visible", 2));
    expect(document.activeElement).toBe(field);
  });
});

describe("replies", () => {
  preserveFocusAsOnScreens();
  beforeEach(() => freshBrowser(me));

  const list = (comments: Comment[]): ApiAnswer => ({
    status: 200,
    body: { comments, ...onePageOf(comments.length) },
  });
  const meera = personOf("meera", "Meera Joshi", { username: "meera" });
  const first = commentOf({ _id: "first", content: "Which roof?", repliesCount: 1, likesCount: 2 });
  const reply = commentOf({ _id: "reply", content: "The hostel", userId: meera, replyTo: "first" });

  /** Shows the comments of a post, whose calls `answering` answers first. */
  function showPanel(
    answering: (call: ApiCall) => ApiAnswer | undefined = () => undefined,
    comments = [first],
    commentsCount = 2,
  ) {
    const { calls } = fakeApi((call) => {
      const answer = answering(call);
      if (answer) return answer;
      if (call.path === "/api/auth/me") return { status: 200, body: { user: me } };
      if (call.path.includes("replyTo=first")) return list([reply]);
      return list(comments);
    });
    const client = new QueryClient();
    client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
    client.setQueryData(usersKeys.me(), me);
    render(
      <QueryClientProvider client={client}>
        <CommentsPanel post={postOf({ commentsCount })} id="comments" isTall focusRequests={0} />
        <Toaster />
      </QueryClientProvider>,
    );
    return calls.filter.bind(calls) as typeof calls.filter;
  }

  const field = () => screen.getByRole("textbox", { name: "Write a comment" });

  test("replies stand behind their number, and the first one takes the focus", async () => {
    showPanel();
    await userEvent.click(await screen.findByRole("button", { name: "View 1 reply" }));
    const replies = await screen.findByRole("list", { name: "Replies" });
    expect(within(replies).getByText("The hostel")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(within(replies).getByRole("listitem")));
    expect(screen.queryByRole("button", { name: "View 1 reply" })).toBeNull();
  });

  test("a reply to a reply names its writer, joins the thread and shows at once", async () => {
    const answer = commentOf({ _id: "new", content: "@meera Thanks", replyTo: "first" });
    const calls = showPanel(({ method }) =>
      method === "POST" ? { status: 201, body: { comment: answer, commentsCount: 3 } } : undefined,
    );
    await userEvent.click(await screen.findByRole("button", { name: "View 1 reply" }));
    const item = (await screen.findByText("The hostel")).closest("li") as HTMLElement;
    await userEvent.click(within(item).getByRole("button", { name: "Reply" }));
    expect(document.activeElement).toBe(field());
    expect(field()).toHaveProperty("value", "@meera ");
    const line = screen.getByText(/^Replying to/);
    expect(line.textContent).toBe("Replying to Meera Joshi");
    // Above the field, and not under a phone's keyboard.
    expect(field().compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    await userEvent.type(field(), "Thanks{Enter}");
    const replies = screen.getByRole("list", { name: "Replies" });
    await within(replies).findByText("@meera Thanks");
    const sent = () => calls(({ method }) => method === "POST");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ body: { content: "@meera Thanks", replyTo: "reply" } });
    expect(screen.queryByText(/^Replying to/)).toBeNull();
  });

  test("a reply that fails comes back with whom it answers", async () => {
    showPanel(({ method }) =>
      method === "POST" ? errorAnswer(404, "not_found", "This comment is no longer available.") : undefined,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Reply" }));
    await userEvent.type(field(), "Mine{Enter}");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(field()).toHaveProperty("value", "Mine");
    expect(screen.getByText(/^Replying to/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Cancel reply" }));
    expect(screen.queryByText(/^Replying to/)).toBeNull();
  });

  test("a like shows at once, and goes again when it fails", async () => {
    let fails = false;
    const calls = showPanel(({ method }) => {
      if (method !== "POST") return undefined;
      if (fails) return errorAnswer(503, "unavailable", "The database is away.");
      return { status: 200, body: { isLiked: true, likesCount: 3 } };
    });
    await userEvent.click(await screen.findByRole("button", { name: "Like comment" }));
    expect(screen.getByRole("button", { name: "3 likes" })).toBeTruthy();
    await waitFor(() => expect(calls(({ method }) => method === "POST")).toHaveLength(1));
    fails = true;
    await userEvent.click(screen.getByRole("button", { name: "Unlike comment" }));
    expect(await screen.findByText("That like couldn't be saved. Please try again.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Unlike comment" })).toBeTruthy();
  });

  test("an own comment is edited, and says so with what it said before", async () => {
    const { _id, name, username, avatar, affiliation } = me;
    const own = commentOf({
      _id: "own",
      content: "Frist",
      userId: { _id, name, username, avatar, affiliation },
    });
    const edited = { ...own, content: "First", editedAt: "2026-01-02T00:00:00.000Z" };
    const versions = [{ _id: "version", text: "Frist", at: "2026-01-02T00:00:00.000Z" }];
    const calls = showPanel(
      ({ method, path }) => {
        if (method === "PUT") return { status: 200, body: { comment: edited } };
        if (method === "DELETE" && path.endsWith("/comments/own/history/version")) return { status: 204 };
        return path.endsWith("/history") ? { status: 200, body: { versions } } : undefined;
      },
      [own],
    );
    await userEvent.click(await screen.findByRole("button", { name: "Edit comment" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit comment" });
    const words = within(dialog).getByRole("textbox", { name: /^Comment/ });
    await userEvent.clear(words);
    await userEvent.type(words, "First");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("First")).toBeTruthy();
    await waitFor(() =>
      expect(calls(({ method }) => method === "PUT")).toMatchObject([{ body: { content: "First" } }]),
    );
    await userEvent.click(await screen.findByRole("button", { name: "edited" }));
    const history = await screen.findByRole("dialog", { name: "What it said before" });
    expect(await within(history).findByText("Frist")).toBeTruthy();
    await userEvent.click(within(history).getByRole("button", { name: "Remove from history" }));
    const question = await screen.findByRole("alertdialog", { name: "Remove this from the history?" });
    await userEvent.click(within(question).getByRole("button", { name: "Remove" }));
    expect(await within(history).findByText("There is nothing to read.")).toBeTruthy();
    expect(within(history).queryByText("Frist")).toBeNull();
  });

  test("a first comment deleted while replies stand stays without its words", async () => {
    showPanel(undefined, [
      commentOf({ _id: "first", userId: null, content: "", repliesCount: 1, isDeleted: true }),
    ]);
    const item = (await screen.findByText("Deleted comment")).closest("li") as HTMLElement;
    expect(within(item).queryByRole("button", { name: "Reply" })).toBeNull();
    await userEvent.click(within(item).getByRole("button", { name: "View 1 reply" }));
    expect(await within(item).findByText("The hostel")).toBeTruthy();
  });

  test("where the viewer may not comment there is neither field nor Reply", async () => {
    fakeApi(({ path }) => (path === "/api/auth/me" ? { status: 200, body: { user: me } } : list([first])));
    const client = new QueryClient();
    client.setQueryData(usersKeys.me(), me);
    render(
      <QueryClientProvider client={client}>
        <CommentsPanel post={postOf({ canComment: false })} id="comments" isTall focusRequests={0} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText("Comments on this post are limited by its author.")).toBeTruthy();
    expect(await screen.findByText("Which roof?")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
  });

  test("what others write meanwhile is offered, and comes with a press", async () => {
    const latest = commentOf({ _id: "latest", content: "Just now", createdAt: "2026-01-02T00:00:00.000Z" });
    let lists = 0;
    showPanel(
      ({ path }) => {
        if (!path.includes("/comments?")) return undefined;
        const isFirst = ++lists === 1;
        const answer = list(isFirst ? [first] : [latest, first]);
        return { ...answer, body: { ...(answer.body as object), commentsCount: isFirst ? 2 : 3 } };
      },
      [],
      3,
    );
    const button = await screen.findByRole("button", { name: "1 new comment" });
    expect(screen.queryByText("Just now")).toBeNull();
    await userEvent.click(button);
    const item = (await screen.findByText("Just now")).closest("li");
    await waitFor(() => expect(document.activeElement).toBe(item));
    expect(screen.queryByRole("button", { name: /new comment/ })).toBeNull();
  });
});
