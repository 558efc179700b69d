/** @jest-environment jsdom */

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import {
  ComposeButton,
  ComposerDialog,
  openComposerDialog,
} from "@/components/posts/composer/composer-dialog";
import { CreatePostModal } from "@/components/posts/composer/create-post-modal";
import { CreatePostPage } from "@/components/posts/composer/create-post-page";
import { changeDraft, draftOf } from "@/lib/posts/client/unposted";
import { preferences } from "@/lib/settings/client/preferences";
import { storageErased } from "@/lib/store/signal";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { clientOf, show as showScreen } from "@/tests/browser-api";
import { fakeNavigation, leavesByBack } from "@/tests/browser-back";
import { aaravsClient } from "@/tests/composer-fixture";
import { router, usePathname } from "@/tests/next-navigation";

let path = "/settings";
usePathname.mockImplementation(() => path);

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
  Object.defineProperty(window, "visualViewport", { configurable: true, value: viewport });
});

const show = (composer: ReactElement) => showScreen(composer, aaravsClient());

const question = () => screen.queryByRole("alertdialog", { name: "Leave this post?" });

test("the page fits the part of the screen above the keyboard, unless it is zoomed", async () => {
  show(<CreatePostPage />);
  const page = (await screen.findByRole("heading", { name: "Create Post" })).closest("header")?.parentElement;
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
  expect(router.push).toHaveBeenCalledWith("/mainfeed");
});

test("Save draft leaves, and the draft is there again", async () => {
  changeDraft("aarav", { caption: "" });
  show(<CreatePostPage />);
  await userEvent.type(screen.getByRole("textbox"), "For later");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save draft" }));
  expect(router.push).toHaveBeenCalledWith("/mainfeed");
  expect(draftOf("aarav").caption).toBe("For later");
});

test("Post leads to the feed at once, and nothing asks", async () => {
  URL.revokeObjectURL = jest.fn();
  jest.mocked(uploadMedia).mockReturnValue(new Promise(() => {}));
  const { container } = show(<CreatePostPage />);
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, new File(["pixels"], "roof.jpg", { type: "image/jpeg" }));
  await screen.findByRole("button", { name: "Remove photo" });
  // One at the top for phones, one among the tools; CSS shows one of them.
  const [post] = await screen.findAllByRole("button", { name: "Post" });
  await userEvent.click(post as HTMLElement);
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/mainfeed"));
  expect(question()).toBeNull();
});

test("a suspended person reads so, and neither Post nor a card is offered", async () => {
  changeDraft("aarav", { caption: "Hi" });
  const suspension = { until: "2027-01-01T00:00:00.000Z", reason: "Be kind.", decisionId: "d1" };
  showScreen(<CreatePostPage />, clientOf({ _id: "aarav", name: "Aarav Sharma", avatar: "", suspension }));
  expect(await screen.findByText("You can't write while your account is suspended.")).toBeTruthy();
  for (const post of await screen.findAllByRole<HTMLButtonElement>("button", { name: "Post" }))
    expect(post.disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Make a card" })).toBeNull();
});

test("Escape closes the emoji first, and then asks before it closes the dialog", async () => {
  changeDraft("aarav", { caption: "Hi" });
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
  changeDraft("aarav", { caption: "Hi" });
  show(<CreatePostModal />);
  const post = await screen.findByRole("button", { name: "Post" });
  expect(post.closest(".overflow-y-auto")).toBeNull();
  await userEvent.click(post);
  expect((await screen.findByRole("alert")).textContent).toBe("Please select a media file.");
});

describe("Create Post opens the composer over any page", () => {
  fakeNavigation();
  const page = () => (
    <>
      <ComposeButton>Create Post</ComposeButton>
      <ComposerDialog />
    </>
  );
  const dialog = () => screen.queryByRole("dialog", { name: "Create Post" });
  const open = async () => {
    await userEvent.click(screen.getByRole("button", { name: "Create Post" }));
    await screen.findByRole("dialog", { name: "Create Post" });
  };
  beforeEach(() => {
    path = "/settings";
    history.pushState(null, "", "/before");
    history.pushState(null, "", path);
    changeDraft("aarav", { caption: "" });
  });

  test("which stays where it is; the cross and Back close it, and the button has the focus again", async () => {
    show(page());
    await open();
    expect(location.pathname).toBe("/settings");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Create Post" }));
    await open();
    expect(await leavesByBack()).toBe(false);
    await waitFor(() => expect(dialog()).toBeNull());
    expect(location.pathname).toBe("/settings");
    expect([router.push.mock.calls, router.replace.mock.calls]).toEqual([[], []]);
  });

  test("Back asks first while there is a draft; Discard closes it and leads nowhere", async () => {
    show(page());
    await open();
    await userEvent.type(screen.getByRole("textbox"), "Hi");
    expect(await leavesByBack()).toBe(false);
    await waitFor(() => expect(question()).toBeTruthy());
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(location.pathname).toBe("/settings");
    expect([router.push.mock.calls, router.replace.mock.calls]).toEqual([[], []]);
  });

  test("it does not follow to another page", async () => {
    const { rerender } = show(page());
    await open();
    history.replaceState(null, "", "/trending");
    path = "/trending";
    rerender(page());
    await waitFor(() => expect(dialog()).toBeNull());
    history.replaceState(null, "", "/settings");
    path = "/settings";
    rerender(page());
    expect(dialog()).toBeNull();
  });

  test("opened after Back, it stays when React shows that page only later", async () => {
    const { rerender } = show(page());
    path = "/trending";
    rerender(page());
    act(openComposerDialog);
    rerender(page());
    path = "/settings";
    rerender(page());
    expect(await screen.findByRole("dialog", { name: "Create Post" })).toBeTruthy();
  });
});
