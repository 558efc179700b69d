/** @jest-environment jsdom */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { InlineComposer } from "@/components/posts/composer/inline-composer";
import { changeDraft, draftOf } from "@/lib/posts/client/unposted";
import { preferences } from "@/lib/settings/client/preferences";
import { prepareMedia } from "@/lib/uploads/client/prepare";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { show as showScreen } from "@/tests/browser-api";
import { aaravsClient, emptyComposer, fileInput, fileOf, preparedOf } from "@/tests/composer-fixture";
import { preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { router, usePathname } from "@/tests/next-navigation";

let path = "/mainfeed";
usePathname.mockImplementation(() => path);
jest.mock("@/lib/uploads/client/upload", () => ({ uploadMedia: jest.fn() }));
jest.mock("@/lib/uploads/client/prepare", () => ({
  ...jest.requireActual<object>("@/lib/uploads/client/prepare"),
  prepareMedia: jest.fn(),
}));

// Loading them for the first time takes long, and a test waits a second.
beforeAll(async () => {
  await import("@/components/posts/composer/composer-details");
  await import("@/components/posts/composer/draft-row");
});

let isPhone = false;
preserveFocusAsOnScreens();
beforeEach(() => {
  emptyComposer();
  preferences.setState({ altTextReminder: false });
  path = "/mainfeed";
  isPhone = false;
  window.matchMedia = (query) => ({ matches: isPhone && query.includes("max-width") }) as MediaQueryList;
  jest.mocked(prepareMedia).mockImplementation(async (file) => preparedOf(file));
});

function show() {
  const { container } = showScreen(<InlineComposer />, aaravsClient());
  return () => fileInput(container);
}

const caption = () =>
  screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What's happening on campus?" });

test("choosing a photo while typing changes neither the text nor the focus nor the caret", async () => {
  const input = show();
  const field = caption();
  act(() => field.focus());
  fireEvent.change(field, { target: { value: "From the roof" } });
  field.setSelectionRange(4, 4);
  fireEvent.change(input(), {
    target: { files: [fileOf("roof.jpg")] },
  });
  expect(await screen.findByAltText("Your choice, as it will be posted")).toBeTruthy();
  expect(caption()).toBe(field);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("From the roof");
  expect(field.selectionStart).toBe(4);
});

test("a draft that was begun elsewhere is one row; Continue unfolds it, with the focus in it", async () => {
  changeDraft("aarav", { caption: "Hi all" });
  show();
  expect((await screen.findByText(/Hi all/)).textContent).toBe("Draft · Hi all");
  expect(screen.queryByRole("textbox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  const field = caption();
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("Hi all");
  field.setSelectionRange(2, 2);
  field.setRangeText("!", 2, 2, "end");
  fireEvent.input(field);
  expect(field.value).toBe("Hi! all");
  expect(field.selectionStart).toBe(3);
  expect(draftOf("aarav").caption).toBe("Hi! all");
});

test("on a phone, Continue opens the composer's own screen", async () => {
  isPhone = true;
  changeDraft("aarav", { caption: "Hi all" });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
  expect(router.push).toHaveBeenCalledWith("/create-post-modal-mobile");
});

test("Discard asks, then the line is empty, and the focus stays there", async () => {
  changeDraft("aarav", { caption: "Hi all" });
  changeDraft("aarav", { whoCanComment: "nobody" });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  const question = screen.getByRole("alertdialog", { name: "Discard this draft?" });
  await userEvent.click(within(question).getByRole("button", { name: "Discard" }));
  expect(draftOf("aarav").caption).toBe("");
  expect(draftOf("aarav").whoCanComment).toBe("everyone");
  expect(caption().value).toBe("");
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "New post" }));
});

test("it is folded and empty while the dialog is open, whatever the draft says", () => {
  path = "/create-post-modal";
  changeDraft("aarav", { caption: "Hi all" });
  show();
  expect(caption().value).toBe("");
  expect(caption().readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Post" })).toBeNull();
});

test("Post folds it, empty and free for the next post", async () => {
  jest.mocked(uploadMedia).mockReturnValue(new Promise(() => {}));
  const input = show();
  await userEvent.type(caption(), "Sunrise");
  await userEvent.upload(input(), fileOf("roof.jpg"));
  await screen.findByRole("button", { name: "Remove photo" });
  await userEvent.click(await screen.findByRole("button", { name: "Post" }));
  await waitFor(() => expect(caption().value).toBe(""));
  expect(screen.queryByRole("button", { name: "Post" })).toBeNull();
  expect(draftOf("aarav").caption).toBe("");
});

test("Escape leaves the text, so that single keys are shortcuts again", async () => {
  show();
  await userEvent.type(caption(), "Half written");
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "New post" }));
  expect(caption().value).toBe("Half written");
});
