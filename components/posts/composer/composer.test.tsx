/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ComposerForm } from "@/components/posts/composer/composer";
import { useComposer } from "@/components/posts/composer/use-composer";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { usersKeys } from "@/lib/profiles/client/keys";
import { writeDraft } from "@/lib/store/drafts";
import { InvalidMediaError, type PreparedMedia, prepareMedia } from "@/lib/uploads/client/prepare";
import { uploadMedia } from "@/lib/uploads/client/upload";

jest.mock("@/lib/uploads/client/upload", () => ({ uploadMedia: jest.fn() }));
jest.mock("@/lib/uploads/client/prepare", () => ({
  ...jest.requireActual<object>("@/lib/uploads/client/prepare"),
  prepareMedia: jest.fn(),
}));

const upload = jest.mocked(uploadMedia);
const prepare = jest.mocked(prepareMedia);
let publish: jest.SpiedFunction<typeof api.post>;
const onDone = jest.fn();
const MEDIA_URL = "https://media.test/image/upload/campus-circle/one.jpg";
const photo = new File(["pixels"], "roof.jpg", { type: "image/jpeg" });

beforeEach(() => {
  jest.clearAllMocks();
  publish = jest.spyOn(api, "post");
  URL.revokeObjectURL = jest.fn();
  writeDraft("post aarav", "");
  prepare.mockImplementation(
    async (file): Promise<PreparedMedia> => ({
      file,
      fileName: file.name,
      mediaType: "image",
      objectUrl: "blob:roof",
      width: 4,
      height: 3,
    }),
  );
  upload.mockImplementation(async ({ onSent }) => {
    onSent(1);
    return MEDIA_URL;
  });
  publish.mockResolvedValue({ post: { _id: "p", userId: { _id: "aarav" }, hashtags: [] }, message: "" });
});

function InlineComposer() {
  return <ComposerForm composer={useComposer({ onDone })} />;
}

function show() {
  const client = new QueryClient();
  client.setQueryData(usersKeys.me(), { _id: "aarav", name: "Aarav Sharma", avatar: "" });
  client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
  const view = render(
    <QueryClientProvider client={client}>
      <InlineComposer />
    </QueryClientProvider>,
  );
  const input = view.container.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("The composer has no file input.");
  return { ...view, input };
}

const caption = () =>
  screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What's happening on campus?" });
const post = () => screen.findByRole("button", { name: "Post" });

test("the composer is one line until it has content", async () => {
  show();
  expect(screen.queryByRole("button", { name: "Add an emoji" })).toBeNull();
  await userEvent.type(caption(), "Hi");
  expect(await post()).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add an emoji" })).toBeTruthy();
  await userEvent.clear(caption());
  await waitFor(() => expect(screen.queryByRole("button", { name: "Post" })).toBeNull());
});

test("a caption alone is not enough", async () => {
  show();
  await userEvent.type(caption(), "Hi");
  await userEvent.click(await post());
  expect((await screen.findByRole("alert")).textContent).toBe("Please select a media file.");
  expect(upload).not.toHaveBeenCalled();
});

test("an emoji is inserted at the caret", async () => {
  show();
  await userEvent.type(caption(), "Hi all");
  caption().setSelectionRange(2, 2);
  await userEvent.click(await screen.findByRole("button", { name: "Add an emoji" }));
  await userEvent.click(screen.getByRole("button", { name: "Fire" }));
  expect(caption().value).toBe("Hi🔥 all");
  expect(caption().selectionStart).toBe(4);
});

test("the picker has twelve emoji", async () => {
  show();
  await userEvent.type(caption(), "Hi");
  await userEvent.click(await screen.findByRole("button", { name: "Add an emoji" }));
  expect(screen.getByRole("group", { name: "Emoji" }).children).toHaveLength(12);
});

test("the draft survives leaving and coming back", async () => {
  const { unmount } = show();
  await userEvent.type(caption(), "To be continued");
  unmount();
  show();
  expect(caption().value).toBe("To be continued");
});

test("a rejected file shows the reason, and nothing is uploaded", async () => {
  prepare.mockRejectedValue(new InvalidMediaError("HEIC photos can't be shown everywhere."));
  const { input } = show();
  await userEvent.upload(input, photo);
  expect((await screen.findByRole("alert")).textContent).toContain("HEIC");
  expect(upload).not.toHaveBeenCalled();
});

test("a post is published once however often it is submitted, and the form is empty afterwards", async () => {
  const { input } = show();
  await userEvent.type(caption(), "Sunrise");
  await userEvent.upload(input, photo);
  await screen.findByRole("button", { name: "Remove photo" });
  const button = await post();
  jest.useFakeTimers({ advanceTimers: true });
  act(() => {
    for (let press = 0; press < 10; press++) button.click();
  });
  expect(await screen.findByText("Post uploaded successfully!")).toBeTruthy();
  expect(upload).toHaveBeenCalledTimes(1);
  expect(publish).toHaveBeenCalledTimes(1);
  expect(publish.mock.calls[0]).toMatchObject([
    "/upload/pre-calculated",
    { body: { caption: "Sunrise", mediaType: "image", visibility: "everyone", cloudinaryUrl: MEDIA_URL } },
  ]);
  expect(onDone).not.toHaveBeenCalled();
  act(() => {
    jest.advanceTimersByTime(1_500);
  });
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(caption().value).toBe("");
  expect(screen.queryByRole("button", { name: "Remove photo" })).toBeNull();
  jest.useRealTimers();
});

test("a retry after a failure needs no new file and no new upload", async () => {
  publish.mockRejectedValueOnce(new ApiClientError(503, "unavailable", "The database is away."));
  const { input } = show();
  await userEvent.upload(input, photo);
  await userEvent.click(await post());
  expect((await screen.findByRole("alert")).textContent).toBe("Upload failed: The database is away.");
  expect(screen.queryByRole("progressbar")).toBeNull();
  await userEvent.click(await post());
  expect(await screen.findByText("Post uploaded successfully!")).toBeTruthy();
  expect(upload).toHaveBeenCalledTimes(1);
});

test("a failure without a message is an unknown error", async () => {
  upload.mockRejectedValue(new Error(""));
  const { input } = show();
  await userEvent.upload(input, photo);
  await userEvent.click(await post());
  expect((await screen.findByRole("alert")).textContent).toBe("Upload failed: Unknown error");
});

test("the progress follows the bytes sent, and the upload can be cancelled", async () => {
  let reportSent = (_share: number) => {};
  upload.mockImplementation(
    ({ onSent, signal }) =>
      new Promise((_resolve, reject) => {
        reportSent = onSent;
        signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      }),
  );
  const { input } = show();
  await userEvent.upload(input, photo);
  await userEvent.click(await post());
  const bar = await screen.findByRole("progressbar", { name: "Upload progress" });
  await waitFor(() => expect(upload).toHaveBeenCalled());
  act(() => reportSent(0.5));
  expect(bar.getAttribute("aria-valuenow")).toBe("35");
  act(() => reportSent(1));
  expect(bar.getAttribute("aria-valuenow")).toBe("70");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Upload cancelled. Nothing was posted.")).toBeTruthy();
  expect(publish).not.toHaveBeenCalled();
});

test("Ctrl+Enter publishes the post", async () => {
  const { input } = show();
  await userEvent.upload(input, photo);
  await screen.findByRole("button", { name: "Remove photo" });
  await userEvent.type(caption(), "Quick{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Post uploaded successfully!")).toBeTruthy();
  expect(publish.mock.calls[0]?.[1]).toMatchObject({ body: { caption: "Quick" } });
});

test("a caption of 2,001 characters can't be posted", async () => {
  writeDraft("post aarav", "a".repeat(2001));
  show();
  expect((await post()).hasAttribute("disabled")).toBe(true);
  expect(screen.getByText(/too many/)).toBeTruthy();
});
