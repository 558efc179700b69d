/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { usePeopleCombobox } from "@/components/people-picker/use-people-combobox";

type Options = Partial<Parameters<typeof usePeopleCombobox<string>>[0]>;

const onChoose = jest.fn();
const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
beforeEach(() => jest.clearAllMocks());

function Field({ options }: { options: Options }) {
  const [typed, setTyped] = useState("");
  const box = usePeopleCombobox({
    items: ["asha", "dev", "mina"],
    keyOf: (name) => name,
    typed,
    startsAt: "none",
    onChoose,
    message: "3 people found",
    ...options,
  });
  const field: ComponentProps<"input"> = box.fieldProps;
  return (
    <form onSubmit={onSubmit}>
      <input {...field} value={typed} onChange={(event) => setTyped(event.target.value)} />
      <div {...box.listProps("People")}>
        {(options.items ?? ["asha", "dev", "mina"]).map((name) => (
          <div key={name} {...box.optionProps(name)}>
            {name}
          </div>
        ))}
      </div>
    </form>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("combobox");
const active = () =>
  document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent;
const open = (options: Options = {}) => {
  const shown = render(<Field options={options} />);
  field().focus();
  return shown;
};
const press = (keys: string) => userEvent.keyboard(keys);

test("the field says whether there is a list, which one, and who is active in it", async () => {
  const { unmount } = open();
  expect(field().getAttribute("aria-expanded")).toBe("true");
  expect(field().getAttribute("aria-controls")).toBe(screen.getByRole("listbox", { name: "People" }).id);
  expect(field().hasAttribute("aria-activedescendant")).toBe(false);
  await press("{ArrowDown}");
  expect(active()).toBe("asha");
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("asha");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("3 people found"));
  unmount();
  open({ items: [] });
  expect(field().getAttribute("aria-expanded")).toBe("false");
  expect(field().hasAttribute("aria-controls")).toBe(false);
});

test.each([
  ["none", "{ArrowDown}{ArrowDown}{ArrowDown}", "mina"],
  ["none", "{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}", undefined],
  ["none", "{ArrowUp}", "mina"],
  ["none", "{ArrowDown}{ArrowUp}", undefined],
  ["first", "{ArrowDown}{ArrowDown}{ArrowDown}", "asha"],
  ["first", "{ArrowUp}", "mina"],
  // Other keys move the caret, or select.
  ["first", "{Home}{End}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowDown}{/Alt}", "asha"],
] as const)("starting at %s, %s leads to %s", async (startsAt, keys, name) => {
  open({ startsAt });
  await press(keys);
  expect(active()).toBe(name);
});

test("Enter chooses who is active, and otherwise belongs to the field", async () => {
  open();
  await press("{Enter}");
  expect([onChoose.mock.calls, onSubmit.mock.calls.length]).toEqual([[], 1]);
  await press("{ArrowDown}{ArrowDown}{Enter}");
  expect([onChoose.mock.calls, onSubmit.mock.calls.length]).toEqual([[["dev"]], 1]);
});

test("another text makes the first one active again, also when it is typed a second time", async () => {
  open({ startsAt: "first" });
  await press("a{ArrowDown}");
  expect(active()).toBe("dev");
  await press("{Backspace}a");
  expect(active()).toBe("asha");
});

test("until what is typed was searched for, Enter does nothing", async () => {
  open({ startsAt: "first", isSettled: false });
  await press("{Enter}");
  expect(onChoose).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("Tab leaves the field, or chooses where that is wanted", async () => {
  const { unmount } = open({ startsAt: "first", choosesOnTab: true });
  await press("{Tab}");
  expect(onChoose).toHaveBeenCalledWith("asha");
  expect(document.activeElement).toBe(field());
  unmount();
  open({ startsAt: "first" });
  await press("{Tab}");
  expect(onChoose).toHaveBeenCalledTimes(1);
  expect(document.activeElement).not.toBe(field());
});

test("Escape is the list's own only where it is wanted", () => {
  const onEscape = jest.fn();
  open({ onEscape });
  expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(false);
  expect(onEscape).toHaveBeenCalledTimes(1);
});

test("keys of an input method choose no one and move nothing", () => {
  const onEscape = jest.fn();
  open({ startsAt: "first", onEscape });
  for (const key of ["Enter", "Tab", "ArrowDown", "Escape"]) {
    fireEvent.keyDown(field(), { key, isComposing: true });
    // As Safari reports the key that ends a composition.
    fireEvent.keyDown(field(), { key, keyCode: 229 });
  }
  expect(active()).toBe("asha");
  expect(onChoose).not.toHaveBeenCalled();
  expect(onEscape).not.toHaveBeenCalled();
});

test("the pointer makes active whom it is over, and a press leaves the focus in the field", async () => {
  open({ startsAt: "first" });
  const resting = new MouseEvent("mousemove", { bubbles: true });
  fireEvent(screen.getByText("mina"), Object.assign(resting, { movementX: 0, movementY: 0 }));
  expect(active()).toBe("asha");
  await userEvent.hover(screen.getByText("dev"));
  expect(active()).toBe("dev");
  await userEvent.unhover(screen.getByRole("listbox"));
  expect(active()).toBe("asha");
  await userEvent.click(screen.getByText("mina"));
  expect(onChoose).toHaveBeenCalledWith("mina");
  expect(document.activeElement).toBe(field());
});
