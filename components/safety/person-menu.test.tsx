/** @jest-environment jsdom */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PostList } from "@/components/posts/post-list/post-list";
import { Toaster } from "@/components/shell/toaster";
import { feedOptions } from "@/lib/posts/client/queries";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { KABIR } from "@/tests/message-fixture";
import { postOf } from "@/tests/post-fixture";
import { ownUser, personOf } from "@/tests/user-fixture";

const me = ownUser();
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
    call.method === "POST" ? errorAnswer(429, "rate_limited", "You're doing that too often.") : answer(call),
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
