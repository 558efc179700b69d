/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { CreatePostModal } from "@/components/posts/composer/create-post-modal";
import { CreatePostPage } from "@/components/posts/composer/create-post-page";
import { usersKeys } from "@/lib/profiles/client/cache";
import { preferences } from "@/lib/settings/client/preferences";
import { writeDraft } from "@/lib/store/drafts";
import { storageErased } from "@/lib/store/signal";
import { uploadMedia } from "@/lib/uploads/client/upload";

const push = jest.fn();
const replace = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ push, replace }) }));

jest.mock("@/lib/uploads/client/upload", () => ({ uploadMedia: jest.fn() }));
jest.mock("@/lib/uploads/client/prepare", () => ({
  prepareMedia: async (file: File) => ({
    file,
    fileName: file.name,
    mediaType: "image",
    objectUrl: "blob:roof",
    width: 4,
    height: 3,
  }),
}));

const viewport = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 });

beforeEach(() => {
  jest.clearAllMocks();
  storageErased.emit();
  preferences.setState({ altTextReminder: false });
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  Object.defineProperty(window, "visualViewport", { configurable: true, value: viewport });
});

function show(composer: ReactElement) {
  const client = new QueryClient();
  client.setQueryData(usersKeys.me(), { _id: "aarav", name: "Aarav Sharma", avatar: "" });
  client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
  return render(<QueryClientProvider client={client}>{composer}</QueryClientProvider>);
}

const question = () => screen.queryByRole("alertdialog", { name: "Leave this post?" });

test("the page fits the part of the screen above the keyboard, unless it is zoomed", async () => {
  show(<CreatePostPage />);
  const page = (await screen.findByRole("heading", { name: "Create Post" })).closest("div");
  const area = () => [
    page?.style.getPropertyValue("--visible-top"),
    page?.style.getPropertyValue("--visible-height"),
  ];
  expect(area()).toEqual(["0px", "844px"]);
  Object.assign(viewport, { height: 480, offsetTop: 90 });
  act(() => void viewport.dispatchEvent(new Event("resize")));
  expect(area()).toEqual(["90px", "480px"]);
  Object.assign(viewport, { height: 240, scale: 2 });
  act(() => void viewport.dispatchEvent(new Event("scroll")));
  expect(area()).toEqual(["0px", "100dvh"]);
});

test("closing the page asks while there is a draft", async () => {
  show(<CreatePostPage />);
  const close = await screen.findByRole("button", { name: "Close" });
  await userEvent.type(screen.getByRole("textbox"), "Hi");
  await userEvent.click(close);
  expect(await screen.findByRole("alertdialog", { name: "Leave this post?" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  await userEvent.clear(screen.getByRole("textbox"));
  await userEvent.click(close);
  expect(push).toHaveBeenCalledWith("/mainfeed");
});

test("leaving asks nothing while the post is being uploaded", async () => {
  URL.revokeObjectURL = jest.fn();
  jest.mocked(uploadMedia).mockReturnValue(new Promise(() => {}));
  const { container } = show(<CreatePostPage />);
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, new File(["pixels"], "roof.jpg", { type: "image/jpeg" }));
  await screen.findByRole("button", { name: "Remove photo" });
  // One at the top for phones, one among the tools; CSS shows one of them.
  const [post] = await screen.findAllByRole("button", { name: "Post" });
  await userEvent.click(post as HTMLElement);
  expect(await screen.findByRole("progressbar")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(push).toHaveBeenCalledWith("/mainfeed");
  expect(question()).toBeNull();
});

test("Escape closes the emoji first, and then asks before it closes the dialog", async () => {
  writeDraft("post aarav", "Hi");
  show(<CreatePostModal />);
  await userEvent.click(await screen.findByRole("button", { name: "Add an emoji" }));
  expect(screen.getByRole("toolbar", { name: "Emoji" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("toolbar")).toBeNull();
  expect(question()).toBeNull();
  await userEvent.keyboard("{Escape}");
  expect(question()).toBeTruthy();
});

test("the dialog's Post is outside of what scrolls, and submits its form", async () => {
  writeDraft("post aarav", "Hi");
  show(<CreatePostModal />);
  const post = await screen.findByRole("button", { name: "Post" });
  expect(post.closest(".overflow-y-auto")).toBeNull();
  await userEvent.click(post);
  expect((await screen.findByRole("alert")).textContent).toBe("Please select a media file.");
});
