/** @jest-environment jsdom */

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MissingPost } from "@/components/posts/missing-post";
import { PostList } from "@/components/posts/post-list/post-list";
import { MissingProfile } from "@/components/profiles/missing-profile";
import { OpenCaseItem } from "@/components/safety/open-case-item";
import type { Reported } from "@/components/safety/report-dialog";
import { Toaster } from "@/components/shell/toaster";
import { Menu } from "@/components/ui/menu";
import { feedOptions } from "@/lib/posts/client/queries";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { KABIR } from "@/tests/message-fixture";
import { CASE_SUMMARY } from "@/tests/moderation-fixture";
import { router, useParams } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { ownUser, personOf } from "@/tests/user-fixture";

/** Muting and blocking people, and what reports lead to. */

const me = ownUser();

describe("person menu", () => {
  const TARA = personOf("tara", "Tara Iyer", { username: "tara" });

  const postBy = (author: typeof TARA) =>
    postOf({
      _id: `post of ${author._id}`,
      userId: { ...author, collegeName: "MITS" },
      caption: `Words of ${author.name}`,
    });

  /** The people whom the server hides. */
  let hidden: Set<string>;

  function answer({ method, path, body }: ApiCall): ApiAnswer {
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (method === "POST") {
      const { blocked, muted, until } = body as { blocked?: boolean; muted?: boolean; until?: string | null };
      if (blocked ?? muted) hidden.add(KABIR._id);
      else hidden.delete(KABIR._id);
      return blocked === undefined
        ? { status: 200, body: { isMuted: muted, mutedUntil: until ?? null } }
        : { status: 200, body: { isBlocked: blocked } };
    }
    const posts = [KABIR, TARA].filter(({ _id }) => !hidden.has(_id)).map(postBy);
    return {
      status: 200,
      body: { posts, total: posts.length, currentPage: 1, totalPages: 1, nextCursor: null },
    };
  }

  beforeEach(() => {
    hidden = new Set();
    freshBrowser(me);
    window.matchMedia = jest.fn(() => ({
      matches: false,
      addEventListener() {},
      removeEventListener() {},
    })) as unknown as typeof matchMedia;
  });

  /** Shows a feed with a post of Kabir and one of Tara, and opens the menu of Kabir's. */
  async function choose(item: string) {
    show(
      <>
        <PostList options={feedOptions()} label="Posts" empty="No posts" />
        <Toaster />
      </>,
    );
    const post = (await screen.findByText("Words of Kabir Rao")).closest("article") as HTMLElement;
    await userEvent.click(await within(post).findByRole("button", { name: "Post options" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: item }));
    return screen.findByRole("alertdialog");
  }

  const press = (dialog: HTMLElement, name: string) =>
    userEvent.click(within(dialog).getByRole("button", { name }));
  const sent = (calls: ApiCall[]) => calls.filter(({ method }) => method === "POST").map(({ body }) => body);

  test("blocking asks first, loads the list again without the person, and can be undone", async () => {
    const { calls } = fakeApi(answer);
    const dialog = await choose("Block Kabir Rao");
    expect(dialog.textContent).toContain("You won't see each other anywhere. Kabir Rao won't be notified.");
    expect(sent(calls)).toEqual([]);
    await press(dialog, "Block");
    await waitFor(() => expect(screen.queryByText("Words of Kabir Rao")).toBeNull());
    expect(screen.getByText("Words of Tara Iyer")).toBeTruthy();
    expect(await screen.findByText("You blocked Kabir Rao.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Words of Kabir Rao")).toBeTruthy();
    expect(await screen.findByText("Kabir Rao is unblocked.")).toBeTruthy();
    expect(sent(calls)).toEqual([{ blocked: true }, { blocked: false }]);
  });

  test("a block that fails changes nothing and says why", async () => {
    fakeApi((call) =>
      call.method === "POST"
        ? errorAnswer(429, "rate_limited", "You're doing that too often.")
        : answer(call),
    );
    await press(await choose("Block Kabir Rao"), "Block");
    expect(await screen.findByText("You're doing that too often.")).toBeTruthy();
    expect(screen.getByText("Words of Kabir Rao")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("You blocked Kabir Rao.")).toBeNull());
  });

  test("offline, no one is blocked later without notice", async () => {
    fakeApi((call) => {
      if (call.method === "POST") throw new TypeError("Failed to fetch");
      return answer(call);
    });
    await press(await choose("Block Kabir Rao"), "Block");
    expect(await screen.findByText("Kabir Rao isn't blocked. That needs a connection.")).toBeTruthy();
    expect(screen.getByText("Words of Kabir Rao")).toBeTruthy();
  });

  test.each([
    ["For a day", 1],
    ["For a week", 7],
    ["Until I unmute them", null],
  ])("muting %s", async (label, days) => {
    const { calls } = fakeApi(answer);
    const dialog = await choose("Mute Kabir Rao");
    await userEvent.click(within(dialog).getByRole("radio", { name: label }));
    await press(dialog, "Mute");
    await waitFor(() => expect(screen.queryByText("Words of Kabir Rao")).toBeNull());
    expect(await screen.findByText("You muted Kabir Rao.")).toBeTruthy();
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    const { muted, until } = sent(calls)[0] as { muted: boolean; until: string | null };
    expect(muted).toBe(true);
    if (days === null) expect(until).toBeNull();
    else expect(Math.abs(Date.parse(until ?? "") - Date.now() - days * 86_400_000)).toBeLessThan(60_000);
  });
});

describe("report missing", () => {
  const ID = "0190a1b2-aaaa-7bbb-8ccc-1234567890ab";
  beforeEach(() => freshBrowser(me));

  test.each([
    ["post", { postId: ID }, "Report post", "Report this post", <MissingPost key="post" />],
    ["person", { userId: ID }, "Report account", "Report this account", <MissingProfile key="person" />],
  ])("a %s that can't be seen is reported by its address", async (subject, address, button, title, page) => {
    useParams.mockReturnValue(address);
    const { calls } = fakeApi(({ path, method }) => {
      if (path === "/api/auth/me") return { status: 200, body: { user: me } };
      if (method === "GET") return { status: 200, body: { reports: [], hasMore: false, nextCursor: null } };
      const report = {
        _id: "r1",
        subject,
        subjectId: ID,
        reason: "harassment",
        state: "received",
        outcome: null,
      };
      return { status: 201, body: { report } };
    });
    show(page);
    await userEvent.click(await screen.findByRole("button", { name: button }));
    await screen.findByRole("dialog", { name: title });
    await userEvent.click(await screen.findByRole("radio", { name: /^Bullying/ }));
    await userEvent.click(screen.getByRole("button", { name: "Send report" }));
    expect(await screen.findByText("Thank you. Your report was received.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Block/ })).toBeNull();
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ subject, subjectId: ID }),
    );
  });

  test("nothing is offered for what is no id", () => {
    useParams.mockReturnValue({ postId: "nothing" });
    fakeApi(() => ({ status: 200, body: { user: me } }));
    show(<MissingPost />);
    expect(screen.queryByRole("button", { name: "Report post" })).toBeNull();
  });
});

describe("open case item", () => {
  const POST: Reported = { subject: "post", subjectId: "p1" };
  const open = (staffRole: "moderator" | undefined, reported = POST) => {
    const me = ownUser(staffRole ? { staffRole } : {});
    freshBrowser(me);
    const api = fakeApi(({ path, method }) => {
      if (path === "/api/auth/me") return { status: 200, body: { user: me } };
      if (method === "POST") return { status: 200, body: { caseId: "c1" } };
      return { status: 200, body: { cases: [CASE_SUMMARY], hasMore: false, nextCursor: null } };
    });
    show(
      <Menu defaultOpen trigger={<button type="button">Options</button>}>
        <OpenCaseItem reported={reported} />
        <p>End</p>
      </Menu>,
    );
    return api;
  };

  test("the staff learn of the open case, and are led to it", async () => {
    const api = open("moderator");
    await userEvent.click(await screen.findByText("1 open case"));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/moderation/c1"));
    expect(api.calls.find(({ method }) => method === "POST")).toMatchObject({
      path: "/api/moderation/cases",
      body: POST,
    });
  });

  test.each([
    [undefined, POST],
    ["moderator", { subject: "message", subjectId: "m1", conversationId: "c1" }],
  ] as const)("is not there for %s about %o, and asks nothing", async (role, reported) => {
    const api = open(role, reported);
    await screen.findByText("End");
    await waitFor(() => expect(api.calls.map(({ path }) => path)).toContain("/api/auth/me"));
    expect(screen.queryByText("Open a case")).toBeNull();
    expect(api.calls.some(({ path }) => path.includes("moderation"))).toBe(false);
  });
});
