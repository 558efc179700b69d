/** @jest-environment jsdom */
import { createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";

let isPhone: boolean;
beforeEach(() => {
  jest.clearAllMocks();
  isPhone = true;
  window.matchMedia = ((media: string) => ({
    matches: isPhone && media.includes("max-width"),
  })) as typeof window.matchMedia;
});

const onDelete = jest.fn();

const onPressCard = jest.fn();

function show() {
  render(
    <main>
      <p>Words of the page</p>
      {/* biome-ignore lint/a11y: as a card that a press opens */}
      <div onClick={onPressCard}>
        <Menu trigger={<button type="button">Options</button>}>
          <MenuLink href="/settings">Settings</MenuLink>
          <MenuItem danger onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      </div>
    </main>,
  );
  return screen.getByRole("button", { name: "Options" });
}

/** What screen readers no longer find, because the menu has all presses. */
const isPageHidden = () => screen.getByText("Words of the page").closest("[aria-hidden=true]") !== null;

test("on a phone it is a sheet that has all presses, until Escape", async () => {
  const button = show();
  await userEvent.click(button);
  expect(await screen.findByRole("menu", { name: "Options" })).toBeTruthy();
  expect(isPageHidden()).toBe(true);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(isPageHidden()).toBe(false);
  expect(document.activeElement).toBe(button);
});

test("a press beside the sheet closes it, and presses nothing else", async () => {
  await userEvent.click(show());
  onPressCard.mockClear();
  const scrim = screen.getByRole("menu").closest("main")?.querySelector(".bg-scrim");
  // Whatever the finger does: only a click is sure to come.
  fireEvent.click(scrim as Element);
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(onPressCard).not.toHaveBeenCalled();
});

test("on a wider screen it is a popover, and the page stays", async () => {
  isPhone = false;
  await userEvent.click(show());
  expect(await screen.findByRole("menu", { name: "Options" })).toBeTruthy();
  expect(isPageHidden()).toBe(false);
});

test.each([true, false])("keys go through it and choose (on a phone: %s)", async (phone) => {
  isPhone = phone;
  show().focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Settings" })),
  );
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(onDelete).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a finger opens it when it is lifted, not when a scroll may begin", async () => {
  const button = show();
  const down = createEvent.pointerDown(button, { button: 0 });
  Object.defineProperty(down, "pointerType", { value: "touch" });
  fireEvent(button, down);
  expect(screen.queryByRole("menu")).toBeNull();
  fireEvent.click(button);
  expect(await screen.findByRole("menu")).toBeTruthy();
});
