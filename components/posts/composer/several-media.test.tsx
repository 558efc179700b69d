/** @jest-environment jsdom */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ComposerForm } from "@/components/posts/composer/composer";
import { useComposer } from "@/components/posts/composer/use-composer";
import { toast } from "@/components/ui/toast";
import { preferences } from "@/lib/settings/client/preferences";
import { InvalidMediaError, prepareMedia } from "@/lib/uploads/client/prepare";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { show } from "@/tests/browser-api";
import { aaravsClient, emptyComposer, fileInput, fileOf, preparedOf } from "@/tests/composer-fixture";
import { spyOnApi } from "@/tests/spy-on-api";

/** A post with several photos and videos, and asking for descriptions. */

jest.mock("@/lib/uploads/client/upload", () => ({ uploadMedia: jest.fn() }));
jest.mock("@/lib/uploads/client/prepare", () => ({
  ...jest.requireActual<object>("@/lib/uploads/client/prepare"),
  prepareMedia: jest.fn(),
}));

// Loading them for the first time takes long, and a test waits a second.
beforeAll(async () => {
  await import("@/components/posts/composer/composer-details");
  await import("@/components/posts/composer/media-strip");
});

const upload = jest.mocked(uploadMedia);
const prepare = jest.mocked(prepareMedia);
let publish: ReturnType<typeof spyOnApi>;
let success: jest.SpiedFunction<typeof toast.success>;

const urlOf = (name: string) => `https://media.test/${name}`;

beforeEach(() => {
  emptyComposer();
  // What drags thumbnails listens to pointers, which jsdom does not have.
  window.PointerEvent ??= class extends MouseEvent {} as typeof PointerEvent;
  preferences.setState({ altTextReminder: true, altTextRequired: false });
  prepare.mockImplementation(async (file) => preparedOf(file));
  upload.mockImplementation(async ({ media, onSent }) => {
    onSent(1);
    return urlOf(media.fileName);
  });
  success = jest.spyOn(toast, "success").mockReturnValue("toast");
  publish = spyOnApi("post").mockResolvedValue({
    post: { _id: "p", caption: "", whoCanComment: "everyone", userId: { _id: "aarav" }, hashtags: [] },
    message: "",
  });
});

function Composer() {
  return <ComposerForm composer={useComposer()} layout="open" />;
}

async function choose(...names: string[]) {
  const { container } = show(<Composer />, aaravsClient());
  const input = fileInput(container);
  await userEvent.upload(input, names.map(fileOf));
  await waitFor(() => expect(prepare).toHaveBeenCalledTimes(names.length));
  return { input };
}

const post = () => screen.getByRole<HTMLFormElement>("form", { name: "Create post" }).requestSubmit();
const posted = () =>
  waitFor(() => expect(success).toHaveBeenCalledWith("Post uploaded successfully!", expect.anything()));
const submit = () => act(async () => post());
const strip = () => screen.findByRole("list", { name: "Photos and videos of this post" });
const thumbnails = async () => within(await strip()).getAllByRole("button");
const names = async () => (await thumbnails()).map((thumbnail) => thumbnail.getAttribute("aria-label"));
const order = async () =>
  (await thumbnails()).map((thumbnail) => thumbnail.querySelector("img, video")?.getAttribute("src"));
const sentMedia = () => (publish.mock.calls[0]?.[1]?.body as { media?: unknown[] } | undefined)?.media;

test("several are a row; arrow keys move the focused one, which is said", async () => {
  await choose("a.jpg", "b.jpg", "c.mp4");
  await waitFor(async () =>
    expect(await names()).toEqual([
      "Photo 1 of 3, without a description",
      "Photo 2 of 3, without a description",
      "Video 3 of 3, without a description",
    ]),
  );
  (await thumbnails())[1]?.focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(await order()).toEqual(["blob:b.jpg", "blob:a.jpg", "blob:c.mp4"]);
  expect(document.activeElement).toBe((await thumbnails())[0]);
  expect(await screen.findByText("Photo 2 of 3, moved to position 1")).toBeTruthy();
  // Nothing is before the first one.
  await userEvent.keyboard("{ArrowLeft}");
  expect(await order()).toEqual(["blob:b.jpg", "blob:a.jpg", "blob:c.mp4"]);
});

test("buttons move the selected one, too", async () => {
  await choose("a.jpg", "b.jpg");
  expect((await screen.findByRole("button", { name: "Move earlier" })).hasAttribute("disabled")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Move later" }));
  expect(await order()).toEqual(["blob:b.jpg", "blob:a.jpg"]);
  expect(screen.getByText("Photo 2 of 2")).toBeTruthy();
});

test("a picture that moves can't be cropped but stopped, and any other can", async () => {
  globalThis.createImageBitmap = jest.fn(async () => ({ width: 8, height: 8, close: () => {} }) as never);
  HTMLCanvasElement.prototype.getContext = jest.fn();
  prepare.mockImplementation(async (file) => ({ ...preparedOf(file), isMoving: file.name === "b.gif" }));
  await choose("a.jpg", "b.gif");
  expect(await screen.findByRole("button", { name: "Crop" })).toBeTruthy();
  await userEvent.click((await thumbnails())[1] as HTMLElement);
  expect(screen.queryByRole("button", { name: "Crop" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove photo" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(screen.getByRole("img", { name: "Your choice, as it will be posted" }).tagName).toBe("CANVAS");
  expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
});

test("of a picture that will stand still it is said when it is chosen", async () => {
  prepare.mockImplementation(async (file) => ({ ...preparedOf(file), losesMotion: true }));
  await choose("a.png");
  const said = await screen.findByText(/^Only the first picture/);
  expect(said.getAttribute("role")).toBe("status");
});

test("the focus goes on to the one that takes the place of a removed one", async () => {
  await choose("a.jpg", "b.jpg", "c.jpg");
  await userEvent.click((await thumbnails())[1] as HTMLElement);
  await userEvent.click(screen.getByRole("button", { name: "Remove photo" }));
  expect(await order()).toEqual(["blob:a.jpg", "blob:c.jpg"]);
  expect(document.activeElement).toBe((await thumbnails())[1]);
});

test("each has a description, and all are posted in their order", async () => {
  await choose("a.jpg", "b.mp4");
  for (const [index, text] of ["A roof", "A walk"].entries()) {
    await userEvent.click((await thumbnails())[index] as HTMLElement);
    await userEvent.click(screen.getByRole("button", { name: "+ ALT: add a description" }));
    await userEvent.type(screen.getByRole("textbox", { name: /^Description/ }), text);
  }
  expect(await names()).toEqual(["Photo 1 of 2, described", "Video 2 of 2, described"]);
  await submit();
  await posted();
  expect(sentMedia()).toEqual([
    { mediaType: "image", altText: "A roof", cloudinaryUrl: urlOf("a.jpg") },
    { mediaType: "video", altText: "A walk", cloudinaryUrl: urlOf("b.mp4") },
  ]);
});

test("files that can't be used are named, and the others stay", async () => {
  prepare.mockImplementation(async (file) => {
    if (file.name === "notes.jpg") throw new InvalidMediaError("That picture can't be read.");
    return preparedOf(file);
  });
  await choose("a.jpg", "notes.jpg", "c.jpg");
  expect((await screen.findByRole("alert")).textContent).toBe("notes.jpg: That picture can't be read.");
  expect(await order()).toEqual(["blob:a.jpg", "blob:c.jpg"]);
});

test("what fails for another reason stays, to be tried again or removed", async () => {
  prepare.mockRejectedValueOnce(new Error("The browser ran out of memory."));
  await choose("a.jpg", "b.jpg");
  await userEvent.click((await thumbnails())[0] as HTMLElement);
  expect(screen.getByText("a.jpg: The browser ran out of memory.")).toBeTruthy();
  await submit();
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Please remove what couldn't be read/);
  expect(publish).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(async () => expect(await order()).toEqual(["blob:a.jpg", "blob:b.jpg"]));
});

test("an eleventh file is left out, and that is said", async () => {
  const letters = [..."abcdefghijk"];
  prepare.mockClear();
  await choose(...letters.slice(0, 10).map((letter) => `${letter}.jpg`));
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, fileOf("k.jpg"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^A post has at most 10 photos and videos/);
  expect(await thumbnails()).toHaveLength(10);
});

describe("a description that is missing", () => {
  const question = () => screen.queryByRole("alertdialog", { name: "Add alt text?" });

  test("is asked for once, and need not be given", async () => {
    await choose("a.jpg");
    await submit();
    expect(question()).toBeTruthy();
    expect(publish).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Post anyway" }));
    await posted();
  });

  test("is written right there, in the field of the first that has none", async () => {
    await choose("a.jpg", "b.jpg");
    await userEvent.click(await screen.findByRole("button", { name: "+ ALT: add a description" }));
    await userEvent.type(screen.getByRole("textbox", { name: /^Description/ }), "A roof");
    await submit();
    await userEvent.click(screen.getByRole("button", { name: "Add alt text" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Description/ })),
    );
    expect(screen.getByText("Photo 2 of 2")).toBeTruthy();
    // The person has been reminded of this post.
    await submit();
    await posted();
  });

  test("is not asked for again by people who do not want that", async () => {
    await choose("a.jpg");
    await submit();
    await userEvent.click(screen.getByRole("switch", { name: "Don't ask again" }));
    expect(preferences.getState().altTextReminder).toBe(false);
    expect(localStorage.getItem("altTextReminder")).toBeNull();
  });

  test("prevents publishing where descriptions are required", async () => {
    preferences.setState({ altTextRequired: true });
    await choose("a.jpg");
    await submit();
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Please describe every photo and video/);
    const field = await screen.findByRole("textbox", { name: /^Description/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await submit();
    expect(publish).not.toHaveBeenCalled();
    await userEvent.type(field, "A roof");
    await submit();
    await posted();
  });
});
