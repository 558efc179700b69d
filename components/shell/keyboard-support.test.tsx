/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openComposerDialog } from "@/components/posts/composer/composer-dialog";
import { KeyboardSupport } from "@/components/shell/keyboard-support";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";
import { preferences } from "@/lib/settings/client/preferences";
import { freshBrowser } from "@/tests/fresh-browser";
import { router, usePathname } from "@/tests/next-navigation";

jest.mock("@/components/posts/composer/composer-dialog", () => ({ openComposerDialog: jest.fn() }));
let path = "/settings";
usePathname.mockImplementation(() => path);

beforeEach(() => {
  freshBrowser();
  path = "/settings";
});

const show = () =>
  render(
    <>
      <main tabIndex={-1}>
        <div role="feed">
          <article tabIndex={-1}>
            A post <textarea aria-label="Words" />
          </article>
        </div>
      </main>
      <aside tabIndex={-1} aria-label="Around campus" />
      <KeyboardSupport />
    </>,
  );

test.each([
  ["gh", "/mainfeed"],
  ["ge", "/search-users"],
  ["gn", "/notify"],
  ["gm", "/messages"],
  ["gp", "/profile"],
])("%s goes to %s, and nothing else", async (keys, target) => {
  show();
  await userEvent.keyboard(keys);
  expect(router.push.mock.calls).toEqual([[target]]);
});

test("n opens the composer over the page, / the search", async () => {
  show();
  await userEvent.keyboard("n");
  expect(openComposerDialog).toHaveBeenCalledTimes(1);
  expect(router.push).not.toHaveBeenCalled();
  await userEvent.keyboard("/");
  expect(router.push).toHaveBeenLastCalledWith("/search-users");
});

const Unsaved = () => <p>Leave for {useLeaveGuard(true).target}?</p>;

test("what would be lost is asked about first, except on the page that one is on", async () => {
  show();
  render(<Unsaved />);
  window.history.replaceState(null, "", "/mainfeed");
  await userEvent.keyboard("gh");
  expect(router.push.mock.calls).toEqual([["/mainfeed"]]);
  await userEvent.keyboard("gm");
  expect(await screen.findByText("Leave for /messages?")).toBeTruthy();
  await userEvent.keyboard("/");
  expect(await screen.findByText("Leave for /search-users?")).toBeTruthy();
  expect(router.push).toHaveBeenCalledTimes(1);
  window.history.replaceState(null, "", "/");
});

test("n does nothing where one is writing a post already", async () => {
  path = "/create-post";
  show();
  await userEvent.keyboard("n");
  expect(router.push).not.toHaveBeenCalled();
  expect(openComposerDialog).not.toHaveBeenCalled();
});

test("? lists the shortcuts by screen, and x closes the list", async () => {
  show();
  await userEvent.keyboard("?");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(
    within(dialog)
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(["Everywhere", "In lists of posts", "On a post"]);
  await userEvent.keyboard("gh");
  expect(router.push).not.toHaveBeenCalled();
  await userEvent.keyboard("x");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("? lists the keys of a case first, in moderation", async () => {
  path = "/moderation/some-case";
  show();
  await userEvent.keyboard("?");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(within(dialog).getAllByRole("heading", { level: 3 })[0]?.textContent).toBe("In a case");
});

test("shortcuts that are turned off do nothing", async () => {
  preferences.setState({ shortcuts: false });
  show();
  await userEvent.keyboard("ghn?");
  expect(router.push).not.toHaveBeenCalled();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Ctrl+End leaves a feed for what is beside it, Ctrl+Home for what is before it", () => {
  HTMLElement.prototype.checkVisibility = () => true;
  show();
  const ctrl = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key, ctrlKey: true });
  screen.getByRole("textbox").focus();
  ctrl("End");
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  screen.getByRole("article").focus();
  ctrl("End");
  expect(document.activeElement).toBe(screen.getByRole("complementary"));
  ctrl("Home");
  expect(document.activeElement).toBe(screen.getByRole("complementary"));
  screen.getByRole("article").focus();
  ctrl("Home");
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
