/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { holdTyping, releaseTyping, useShortcuts } from "@/lib/dom/use-shortcuts";
import { preferences } from "@/lib/settings/client/preferences";
import { freshBrowser } from "@/tests/fresh-browser";

const like = jest.fn();
const help = jest.fn();
const goTo = jest.fn();

function Screen({ layer }: { layer?: string }) {
  useShortcuts({ l: like, "?": help });
  useShortcuts({ "g l": goTo });
  return (
    <>
      <button type="button">Somewhere</button>
      <input aria-label="Words" />
      <div contentEditable data-testid="rich" suppressContentEditableWarning />
      {layer && <div role={layer} />}
    </>
  );
}

beforeEach(() => {
  freshBrowser();
});

const somewhere = () => screen.getByRole("button");

test("a key acts wherever the focus is, and its default is prevented", () => {
  render(<Screen />);
  // False means that the default was prevented.
  expect(fireEvent.keyDown(somewhere(), { key: "l" })).toBe(false);
  expect(like).toHaveBeenCalledTimes(1);
  expect(fireEvent.keyDown(somewhere(), { key: "x" })).toBe(true);
});

test("letters work with Caps Lock and on a Hindi keyboard, but not with Shift", () => {
  render(<Screen />);
  fireEvent.keyDown(document.body, { key: "L" });
  fireEvent.keyDown(document.body, { key: "त", code: "KeyL" });
  expect(like).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(document.body, { key: "L", shiftKey: true });
  expect(like).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(document.body, { key: "?", shiftKey: true });
  expect(help).toHaveBeenCalledTimes(1);
});

test.each(["ctrlKey", "metaKey", "altKey"])("with %s held the key does nothing", (modifier) => {
  render(<Screen />);
  fireEvent.keyDown(somewhere(), { key: "l", [modifier]: true });
  expect(like).not.toHaveBeenCalled();
});

test("keys that belong to an input method do nothing", () => {
  render(<Screen />);
  fireEvent.keyDown(somewhere(), { key: "l", isComposing: true });
  fireEvent.keyDown(somewhere(), { key: "l", keyCode: 229 });
  expect(like).not.toHaveBeenCalled();
});

test("keys in a text field do nothing", () => {
  render(<Screen />);
  fireEvent.keyDown(screen.getByRole("textbox", { name: "Words" }), { key: "l" });
  fireEvent.keyDown(screen.getByTestId("rich"), { key: "l" });
  expect(like).not.toHaveBeenCalled();
});

test.each(["dialog", "alertdialog", "menu"])("nothing happens under a %s", (layer) => {
  render(<Screen layer={layer} />);
  fireEvent.keyDown(somewhere(), { key: "l" });
  expect(like).not.toHaveBeenCalled();
});

test("shortcuts can be turned off", () => {
  render(<Screen />);
  preferences.setState({ shortcuts: false });
  fireEvent.keyDown(somewhere(), { key: "l" });
  expect(like).not.toHaveBeenCalled();
});

test("two keys one after the other are one shortcut, and the second does nothing else", () => {
  render(<Screen />);
  fireEvent.keyDown(somewhere(), { key: "g" });
  fireEvent.keyDown(somewhere(), { key: "l" });
  expect(goTo).toHaveBeenCalledTimes(1);
  expect(like).not.toHaveBeenCalled();
  fireEvent.keyDown(somewhere(), { key: "l" });
  expect(like).toHaveBeenCalledTimes(1);
});

test("a closed list of suggestions is no layer", () => {
  render(
    <>
      <Screen />
      <div role="listbox" hidden />
    </>,
  );
  fireEvent.keyDown(document.body, { key: "l" });
  expect(like).toHaveBeenCalledTimes(1);
});

test("x closes a dialog as Escape does, but leads to an item of a menu", () => {
  const close = jest.fn();
  const handleKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && close();
  document.addEventListener("keydown", handleKeyDown);
  const { rerender } = render(<Screen layer="dialog" />);
  fireEvent.keyDown(screen.getByRole("textbox", { name: "Words" }), { key: "x" });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "x" });
  expect(close).toHaveBeenCalledTimes(1);
  rerender(<Screen layer="menu" />);
  fireEvent.keyDown(screen.getByRole("menu"), { key: "x" });
  expect(close).toHaveBeenCalledTimes(1);
  document.removeEventListener("keydown", handleKeyDown);
});

test("what is typed between a press that opens a field and its focus arrives, and is no shortcut", () => {
  render(<Screen />);
  holdTyping();
  // False means that the default was prevented: the space key would press the button.
  expect(fireEvent.keyDown(somewhere(), { key: "l" })).toBe(false);
  expect(fireEvent.keyDown(somewhere(), { key: " " })).toBe(false);
  expect(fireEvent.keyDown(somewhere(), { key: "Enter" })).toBe(true);
  expect(like).not.toHaveBeenCalled();
  expect(releaseTyping()).toBe("l ");
  fireEvent.keyDown(somewhere(), { key: "l" });
  expect(like).toHaveBeenCalledTimes(1);
});
