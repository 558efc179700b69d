/** @jest-environment jsdom */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { drawCard } from "@/components/posts/composer/card/draw-card";
import { ComposerForm } from "@/components/posts/composer/composer";
import { useComposer } from "@/components/posts/composer/use-composer";
import { PendingSlot } from "@/components/posts/pending-post/pending-slot";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { clientOf, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { spyOnApi } from "@/tests/spy-on-api";

jest.mock("@/lib/uploads/client/upload", () => ({ uploadMedia: jest.fn() }));
jest.mock("@/components/posts/composer/card/draw-card", () => ({ drawCard: jest.fn() }));

const draw = jest.mocked(drawCard);
let publish: ReturnType<typeof spyOnApi>;
const MEDIA_URL = "https://media.test/image/upload/campus-circle/card.webp";

beforeAll(async () => {
  await import("@/components/posts/composer/composer-details");
  await import("@/components/posts/pending-post/pending-post");
  await import("@/components/posts/composer/card/card-dialog");
  await import("@/components/posts/post-card/card-words");
});
beforeEach(async () => {
  jest.clearAllMocks();
  publish = spyOnApi("post");
  const published = { _id: "p", userId: { _id: "aarav" }, whoCanComment: "everyone", hashtags: [] };
  publish.mockResolvedValue({ post: published, message: "" });
  URL.revokeObjectURL = jest.fn();
  freshBrowser();
  jest.mocked(uploadMedia).mockResolvedValue(MEDIA_URL);
  draw.mockImplementation(
    async (): Promise<PreparedMedia> => ({
      file: new Blob(["card"], { type: "image/webp" }),
      fileName: "card.webp",
      mediaType: "image",
      objectUrl: "blob:card",
      width: 1080,
      height: 1350,
    }),
  );
  const client = clientOf({ _id: "aarav", name: "Aarav Sharma", avatar: "" });
  show(
    <>
      <TestComposer />
      <PendingSlot />
    </>,
    client,
  );
  // What the composer loads when it is there.
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
});

function TestComposer() {
  return <ComposerForm composer={useComposer()} />;
}

const text = () => screen.getByRole("textbox", { name: "What's happening on campus?" });
const makeCard = () => screen.findByRole("button", { name: "Make a card" });
const dialog = () => screen.findByRole("dialog", { name: "Make a card" });

async function postCard(background: string) {
  await userEvent.click(await makeCard());
  const card = within(await dialog());
  await userEvent.click(card.getByRole("radio", { name: background }));
  await userEvent.click(card.getByRole("button", { name: "Post" }));
}

test("words alone are posted as a card, on the background that was chosen", async () => {
  await userEvent.type(text(), " Chai? #chai ");
  await userEvent.click(await makeCard());
  const card = within(await dialog());
  const preview = await card.findByText("Chai?", { exact: false });
  expect(preview.textContent).toBe("Chai? #chai");
  expect(card.getAllByRole("radio")).toHaveLength(6);
  await userEvent.click(card.getByRole("radio", { name: "Marigold" }));
  expect(preview.closest("[data-background]")?.getAttribute("data-background")).toBe("marigold");
  await userEvent.click(card.getByRole("button", { name: "Post" }));
  await waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  expect(draw.mock.calls[0]?.slice(0, 2)).toEqual(["Chai? #chai", "marigold"]);
  expect(publish.mock.calls[0]?.[1]).toMatchObject({
    body: {
      cloudinaryUrl: MEDIA_URL,
      mediaType: "image",
      altText: "Chai? #chai",
      kind: "card",
      background: "marigold",
    },
  });
});

test("is offered for words that fit on it, and without media", async () => {
  await userEvent.type(text(), "a");
  await makeCard();
  await userEvent.click(text());
  await userEvent.paste("b".repeat(280));
  expect(screen.queryByRole("button", { name: "Make a card" })).toBeNull();
  expect(screen.getByText(/A card has up to 280 characters/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Post" })).toBeTruthy();
});

test("one that failed is sent again as a card", async () => {
  publish.mockRejectedValueOnce(new ApiClientError(503, "unavailable", "Not now."));
  await userEvent.type(text(), "Chai?");
  await postCard("Rose");
  const pending = within(await screen.findByRole("article"));
  expect(await pending.findByText("Upload failed: Not now.")).toBeTruthy();
  expect(pending.getByText("Chai?").closest("[data-background]")?.getAttribute("data-background")).toBe(
    "rose",
  );
  await userEvent.click(pending.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  expect(publish.mock.calls[1]?.[1]).toMatchObject({ body: { kind: "card", background: "rose" } });
});

test("one that failed and is edited is gone when its words change", async () => {
  publish.mockRejectedValueOnce(new ApiClientError(503, "unavailable", "Not now."));
  await userEvent.type(text(), "Chai?");
  await postCard("Rose");
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  expect(await screen.findByAltText("Your choice, as it will be posted")).toBeTruthy();
  // What describes it, and changes it, is its text.
  expect(screen.queryByRole("button", { name: /ALT/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Crop" })).toBeNull();
  await userEvent.type(text(), "!");
  await waitFor(() => expect(screen.queryByAltText("Your choice, as it will be posted")).toBeNull());
  await makeCard();
});

test("a browser that can't draw says so, and the words stay", async () => {
  draw.mockRejectedValueOnce(new Error("The card could not be drawn."));
  await userEvent.type(text(), "Chai?");
  await postCard("Leaf");
  const card = within(await dialog());
  expect((await card.findByRole("alert")).textContent).toBe("The card could not be drawn.");
  expect(publish).not.toHaveBeenCalled();
  await userEvent.click(card.getByRole("button", { name: "Cancel" }));
  expect((text() as HTMLTextAreaElement).value).toBe("Chai?");
});
