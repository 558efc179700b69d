/** @jest-environment jsdom */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Action } from "sonner";
import { ComposerForm } from "@/components/posts/composer/composer";
import { useComposer } from "@/components/posts/composer/use-composer";
import { toast } from "@/components/ui/toast";
import { changeDraft } from "@/lib/posts/client/unposted";
import type { NewPostBody } from "@/lib/posts/schema";
import { InvalidMediaError, prepareMedia } from "@/lib/uploads/client/prepare";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { show as showScreen } from "@/tests/browser-api";
import { aaravsClient, emptyComposer, fileInput, fileOf, preparedOf } from "@/tests/composer-fixture";
import { router } from "@/tests/next-navigation";
import { spyOnApi } from "@/tests/spy-on-api";

jest.mock("@/lib/uploads/client/upload", () => ({ uploadMedia: jest.fn() }));
jest.mock("@/lib/uploads/client/prepare", () => ({
  ...jest.requireActual<object>("@/lib/uploads/client/prepare"),
  prepareMedia: jest.fn(),
}));

const upload = jest.mocked(uploadMedia);
const prepare = jest.mocked(prepareMedia);
let publish: ReturnType<typeof spyOnApi>;
const onPost = jest.fn();
let success: jest.SpiedFunction<typeof toast.success>;
const MEDIA_URL = "https://media.test/image/upload/campus-circle/one.jpg";
const photo = fileOf("roof.jpg");

beforeEach(() => {
  emptyComposer();
  publish = spyOnApi("post");
  success = jest.spyOn(toast, "success").mockReturnValue("toast");
  prepare.mockImplementation(async (file) => preparedOf(file));
  upload.mockImplementation(async ({ onSent }) => {
    onSent(1);
    return MEDIA_URL;
  });
  publish.mockImplementation(async (_path, options) => answerTo(options?.body as NewPostBody));
});

const answerTo = ({ caption, whoCanComment }: NewPostBody) => ({
  post: { _id: "p", userId: { _id: "aarav" }, caption, whoCanComment, hashtags: [] },
  message: "",
});

function InlineComposer() {
  return <ComposerForm composer={useComposer({ onPost })} />;
}

function show() {
  const view = showScreen(<InlineComposer />, aaravsClient());
  return { ...view, input: fileInput(view.container) };
}

const caption = () =>
  screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What's happening on campus?" });
const post = () => screen.findByRole("button", { name: "Post" });
const posted = () =>
  waitFor(() => expect(success).toHaveBeenCalledWith("Post uploaded successfully!", expect.anything()));

test("the composer is one line until it has content", async () => {
  show();
  expect(screen.queryByRole("button", { name: "Add an emoji" })).toBeNull();
  await userEvent.type(caption(), "Hi");
  expect(await post()).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add an emoji" })).toBeTruthy();
  await userEvent.clear(caption());
  await waitFor(() => expect(screen.queryByRole("button", { name: "Post" })).toBeNull());
});

test("media without a description are posted without a question, below a line that asks for one", async () => {
  const { input } = show();
  await userEvent.upload(input, photo);
  await screen.findByText("Described posts reach everyone.");
  await userEvent.click(await post());
  await posted();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("the line is gone once the media are described", async () => {
  const { input } = show();
  await userEvent.upload(input, photo);
  await userEvent.click(await screen.findByRole("button", { name: "+ ALT: add a description" }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Description/ }), "A roof");
  expect(screen.queryByText("Described posts reach everyone.")).toBeNull();
});

test("a file that takes long says that it is being prepared, and of whom it will be seen", async () => {
  prepare.mockReturnValue(new Promise(() => {}));
  const { input } = show();
  await userEvent.upload(input, photo);
  expect((await screen.findByText("Preparing your photo…")).getAttribute("role")).toBe("status");
  expect(await screen.findByRole("option", { name: "Everyone on campus" })).toBeTruthy();
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
  expect(screen.getByRole("toolbar", { name: "Emoji" }).children).toHaveLength(12);
});

test("the emoji are one tab stop, gone through with the arrow keys; Escape closes them", async () => {
  show();
  await userEvent.type(caption(), "Hi");
  const button = await screen.findByRole("button", { name: "Add an emoji" });
  await userEvent.click(button);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Grinning" }));
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Heart eyes" }));
  await userEvent.keyboard("{Home}{ArrowLeft}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Heart" }));
  await userEvent.tab({ shift: true });
  expect(screen.getByRole("toolbar").contains(document.activeElement)).toBe(false);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("toolbar")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("missing media is mentioned before Post rejects it", async () => {
  const { input } = show();
  await userEvent.type(caption(), "Hi");
  const button = await post();
  expect(button.getAttribute("aria-describedby")).toBe(
    (await screen.findByText("Add a photo or video, or make a card of your words")).id,
  );
  await userEvent.upload(input, photo);
  await screen.findByRole("button", { name: "Remove photo" });
  expect(screen.queryByText(/^Add a photo or video/)).toBeNull();
});

test("the chip on the media opens the field for its description", async () => {
  const { input } = show();
  await userEvent.upload(input, photo);
  expect(screen.queryByRole("textbox", { name: /^Description/ })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "+ ALT: add a description" }));
  const field = screen.getByRole("textbox", { name: /^Description/ });
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, "A roof");
  expect(screen.getByText("6/500")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "ALT: change the description" }));
  expect(screen.queryByRole("textbox", { name: /^Description/ })).toBeNull();
  await userEvent.click(await post());
  await posted();
  expect(publish.mock.calls[0]?.[1]).toMatchObject({ body: { altText: "A roof" } });
});

test("a description of 501 characters shows its field and can't be posted", async () => {
  const { input } = show();
  await userEvent.upload(input, photo);
  await userEvent.click(await screen.findByRole("button", { name: "+ ALT: add a description" }));
  const field = screen.getByRole("textbox", { name: /^Description/ });
  fireEvent.change(field, { target: { value: "a".repeat(501) } });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "ALT: change the description" }));
  expect(screen.getByRole("textbox", { name: /^Description/ })).toBeTruthy();
  expect((await post()).hasAttribute("disabled")).toBe(true);
});

test("the draft survives leaving and coming back", async () => {
  const { unmount } = show();
  await userEvent.type(caption(), "To be continued");
  unmount();
  show();
  expect(caption().value).toBe("To be continued");
});

test("who can comment is stored with the draft, sent with the post, and everyone again for the next", async () => {
  const { unmount } = show();
  const choice = () => screen.findByRole("button", { name: /^Who can comment: / });
  await userEvent.type(caption(), "Read only");
  expect((await choice()).textContent).toBe("Who can comment: Everyone");
  // The only select is the one of the post's visibility.
  expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("everyone");
  await userEvent.click(await choice());
  await userEvent.click(screen.getByRole("menuitemradio", { name: "People I joined" }));
  unmount();
  const { input } = show();
  expect((await choice()).textContent).toBe("Who can comment: People I joined");
  await userEvent.upload(input, photo);
  await screen.findByRole("button", { name: "Remove photo" });
  await userEvent.click(await post());
  await posted();
  expect(publish.mock.calls[0]?.[1]).toMatchObject({
    body: { caption: "Read only", whoCanComment: "circle" },
  });
  await userEvent.type(caption(), "Next");
  expect((await choice()).textContent).toBe("Who can comment: Everyone");
});

test("a rejected file shows the reason, and nothing is uploaded", async () => {
  prepare.mockRejectedValue(new InvalidMediaError("HEIC photos can't be shown everywhere."));
  const { input } = show();
  await userEvent.upload(input, photo);
  expect((await screen.findByRole("alert")).textContent).toContain("HEIC");
  expect(upload).not.toHaveBeenCalled();
});

test("Post lets the composer go at once, and makes one post however often it is pressed", async () => {
  const { input } = show();
  await userEvent.type(caption(), "Sunrise");
  await userEvent.upload(input, photo);
  await screen.findByRole("button", { name: "Remove photo" });
  const button = await post();
  let answer = (_: unknown) => {};
  publish.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await act(async () => {
    for (let press = 0; press < 10; press++) button.click();
  });
  expect(onPost).toHaveBeenCalledTimes(1);
  expect(router.push.mock.calls).toEqual([["/mainfeed"]]);
  expect(caption().value).toBe("");
  expect(screen.queryByRole("button", { name: "Remove photo" })).toBeNull();
  expect(success).not.toHaveBeenCalled();
  await waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  answer(answerTo({ caption: "Sunrise", whoCanComment: "everyone" }));
  await posted();
  expect(upload).toHaveBeenCalledTimes(1);
  expect(publish).toHaveBeenCalledTimes(1);
  expect(publish.mock.calls[0]).toMatchObject([
    "/upload/pre-calculated",
    { body: { caption: "Sunrise", mediaType: "image", visibility: "everyone", cloudinaryUrl: MEDIA_URL } },
  ]);
  const action = success.mock.calls[0]?.[1]?.action as Action | undefined;
  action?.onClick({} as never);
  expect(router.push).toHaveBeenLastCalledWith("/post/p");
});

test("on the feed it scrolls to the top, where the post will be, and no toast lies on it", async () => {
  window.history.replaceState(null, "", "/mainfeed");
  window.scrollTo = jest.fn();
  const { input } = show();
  await userEvent.upload(input, photo);
  await userEvent.click(await post());
  expect((await screen.findByText("Post uploaded successfully!")).role).toBe("status");
  expect(success).not.toHaveBeenCalled();
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
  expect(router.push).not.toHaveBeenCalled();
  window.history.replaceState(null, "", "/");
});

test("Ctrl+Enter publishes the post", async () => {
  const { input } = show();
  await userEvent.upload(input, photo);
  await screen.findByRole("button", { name: "Remove photo" });
  await userEvent.type(caption(), "Quick{Control>}{Enter}{/Control}");
  await posted();
  expect(publish.mock.calls[0]?.[1]).toMatchObject({ body: { caption: "Quick" } });
});

test("a caption of 2,001 characters can't be posted", async () => {
  changeDraft("aarav", { caption: "a".repeat(2001) });
  show();
  expect((await post()).hasAttribute("disabled")).toBe(true);
  expect(caption().getAttribute("aria-invalid")).toBe("true");
  const described = document.getElementById(caption().getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toContain("1 character too many");
  expect(described?.querySelector("[aria-live=polite]")?.textContent).toBe("1 character too many");
});

test.each([
  ["caption", () => caption()],
  [
    "description",
    async () => {
      await userEvent.click(await screen.findByRole("button", { name: "+ ALT: add a description" }));
      return screen.getByRole("textbox", { name: /^Description/ });
    },
  ],
])("a %s that the server would reject is not sent, and it is said why", async (_, field) => {
  const { input } = show();
  await userEvent.upload(input, photo);
  await screen.findByRole("button", { name: "Remove photo" });
  const written = await field();
  fireEvent.change(written, { target: { value: `Z${"\u0300".repeat(20)}` } });
  await userEvent.click(await post());
  expect((await screen.findByRole("alert")).textContent).toBe("That has too many marks on one letter.");
  expect(publish).not.toHaveBeenCalled();
  fireEvent.change(written, { target: { value: "Zalgo" } });
  await userEvent.click(await post());
  await posted();
});

test("the counter shows from 1,800 characters", async () => {
  changeDraft("aarav", { caption: "a".repeat(1799) });
  show();
  await post();
  expect(screen.queryByText(/\/2000$/)).toBeNull();
  await userEvent.type(caption(), "a");
  expect(screen.getByText("1800/2000")).toBeTruthy();
});
