/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PendingSlot } from "@/components/posts/pending-post/pending-slot";
import { LateLayer } from "@/components/shell/late-layer";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { sendDraft } from "@/lib/posts/client/send-posts";
import { allPosts, changeDraft, draftOf, type ReadyMedia } from "@/lib/posts/client/unposted";
import { usersKeys } from "@/lib/profiles/client/cache";
import { storageErased } from "@/lib/store/signal";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { show as showScreen } from "@/tests/browser-api";
import { freshBrowser, preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { spyOnApi } from "@/tests/spy-on-api";

jest.mock("@/lib/uploads/client/upload", () => ({ uploadMedia: jest.fn() }));

beforeAll(async () => {
  await import("@/components/posts/pending-post/pending-post");
});

preserveFocusAsOnScreens();
let reportSent: (share: number) => void;
let finish: (url: string) => void;
beforeEach(() => {
  freshBrowser();
  URL.revokeObjectURL = jest.fn();
  jest.mocked(uploadMedia).mockImplementation(
    ({ onSent, signal }) =>
      new Promise((resolve, reject) => {
        reportSent = onSent;
        finish = resolve;
        signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      }),
  );
});

const item = (): ReadyMedia => {
  const file = new Blob(["pixels"]);
  const media = {
    file,
    fileName: "a.jpg",
    mediaType: "image" as const,
    objectUrl: "blob:a",
    width: 4,
    height: 3,
  };
  const common = {
    id: "a",
    fileName: "a.jpg",
    mediaType: "image" as const,
    altText: "A roof",
    isStored: true,
  };
  return { ...common, phase: "ready", media, source: media };
};

/** A client that knows who looks. */
function clientOf(viewer: string) {
  const client = new QueryClient();
  client.setQueryData(usersKeys.me(), { _id: viewer, name: "Aarav Sharma", username: "aarav", avatar: "" });
  client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
  return client;
}

const WORDS = { caption: "Sunrise", whoCanComment: "nobody" } as const;

/** Shows the slot of `viewer` while a post of Aarav's is on its way. */
async function show(viewer = "aarav") {
  const client = clientOf(viewer);
  showScreen(<PendingSlot />, client);
  const outcome = { client, onPosted: jest.fn(), onFailed: jest.fn() };
  changeDraft("aarav", { ...WORDS, items: [item()] });
  await act(async () => sendDraft("aarav", outcome));
  await waitFor(() => expect(uploadMedia).toHaveBeenCalled());
}

const card = () => screen.findByRole("article", { name: "Your post, not posted yet" });

test("it is the post with one's own face, text and picture, and how far it is; then it is gone", async () => {
  const published = {
    _id: "p",
    userId: { _id: "aarav" },
    caption: "Sunrise",
    whoCanComment: "nobody",
    hashtags: [],
  };
  spyOnApi("post").mockResolvedValue({ post: published });
  await show();
  const post = within(await card());
  expect(post.getByText("Aarav Sharma")).toBeTruthy();
  expect(post.getByText("Sunrise")).toBeTruthy();
  expect(post.getByAltText("A roof").getAttribute("src")).toBe("blob:a");
  expect(post.getByRole("status").textContent).toBe("Uploading…");
  act(() => reportSent(0.5));
  expect(post.getByRole("progressbar", { name: "Upload progress" }).getAttribute("aria-valuenow")).toBe("35");
  await act(async () => finish("https://media.test/a.jpg"));
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
});

test("one that failed says why; Retry sends it again", async () => {
  spyOnApi("post").mockRejectedValue(new ApiClientError(503, "unavailable", "The database is away."));
  await show();
  await act(async () => finish("https://media.test/a.jpg"));
  const post = within(await card());
  expect((await post.findByRole("alert")).textContent).toBe("Upload failed: The database is away.");
  expect(post.queryByRole("progressbar")).toBeNull();
  await userEvent.click(post.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(api.post).toHaveBeenCalledTimes(2));
  expect(uploadMedia).toHaveBeenCalledTimes(1);
});

test("the focus stays in it when the button that was pressed goes away", async () => {
  await show();
  await userEvent.click(within(await card()).getByRole("button", { name: "Cancel" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  const post = await card();
  await waitFor(() => expect(document.activeElement).toBe(post));
  await userEvent.click(retry);
  await screen.findByRole("button", { name: "Cancel" });
  await waitFor(() => expect(document.activeElement).toBe(post));
});

test("Discard asks, and then it is gone", async () => {
  await show();
  await userEvent.click(within(await card()).getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  const question = screen.getByRole("alertdialog", { name: "Discard this post?" });
  await userEvent.click(within(question).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
});

test("Edit makes it a draft again, where there is no other", async () => {
  await show();
  act(() => changeDraft("aarav", { caption: "Another" }));
  await userEvent.click(within(await card()).getByRole("button", { name: "Cancel" }));
  await screen.findByRole("button", { name: "Retry" });
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  act(() => changeDraft("aarav", { caption: "" }));
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(draftOf("aarav")).toMatchObject(WORDS);
  expect(router.push).toHaveBeenCalledWith("/create-post-modal");
  expect(screen.queryByRole("article")).toBeNull();
});

test("another person sees nothing of it", async () => {
  await show("ishita");
  expect(screen.queryByRole("article")).toBeNull();
});

test("after a reload of another screen than the feed it is there again, too", async () => {
  const status = { phase: "stopped", message: "Upload failed: Away." };
  const media = [{ id: "a", altText: "" }];
  sessionStorage.setItem("posts", JSON.stringify([{ id: "1", personId: "aarav", ...WORDS, media, status }]));
  storageErased.emit();
  render(
    <QueryClientProvider client={clientOf("aarav")}>
      <LateLayer />
    </QueryClientProvider>,
  );
  const read = { caption: "Sunrise", unread: [], status: { phase: "stopped" } };
  await waitFor(() => expect(allPosts()).toMatchObject([read]));
});
