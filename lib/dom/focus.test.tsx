/** @jest-environment jsdom */

import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { announce } from "@/lib/dom/announce";
import { useBack, useBackToClose } from "@/lib/dom/back";
import { preserveFocus } from "@/lib/dom/preserve-focus";
import { holdTyping, releaseTyping, useShortcuts } from "@/lib/dom/use-shortcuts";
import { preferences } from "@/lib/settings/client/preferences";
import { fakeNavigation, leavesByBack } from "@/tests/browser-back";
import { freshBrowser } from "@/tests/fresh-browser";

/** The focus, keys, and Back. */

/** Rows that remove themselves, below a heading. */
function List({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names);
  return (
    <main>
      <h1>Page</h1>
      <section>
        <h2>People</h2>
        {left.length > 0 ? (
          <ul>
            {left.map((name) => (
              <li key={name}>
                <button type="button" onClick={() => setLeft(left.filter((other) => other !== name))}>
                  Remove {name}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p>No one</p>
        )}
        {left.length > 1 && (
          <button type="button" onClick={() => setLeft(left.slice(0, 1))}>
            Remove all others
          </button>
        )}
      </section>
    </main>
  );
}

function Row() {
  const [isNew, setIsNew] = useState(true);
  return (
    <ul>
      <li tabIndex={-1}>
        Words{" "}
        {isNew && (
          <span>
            <button type="button" onClick={() => setIsNew(false)}>
              Mark as read
            </button>
          </span>
        )}
      </li>
    </ul>
  );
}

function Once() {
  const [isDone, setIsDone] = useState(false);
  return (
    <section>
      <h2>Photo</h2>
      <button type="button" disabled={isDone} onClick={() => setIsDone(true)}>
        Add
      </button>
    </section>
  );
}

function Asking() {
  const [asked, setAsked] = useState<string>();
  const [left, setLeft] = useState(["Aarav", "Bo"]);
  const confirm = () => {
    setLeft(left.filter((name) => name !== asked));
    setAsked(undefined);
  };
  return (
    <>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setAsked(name)}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <div role="alertdialog">
          <h2>Really?</h2>
          <button type="button" onClick={confirm}>
            Yes
          </button>
        </div>
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

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

function Layer({ name, asks = false }: { name: string; asks?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  useBackToClose(isOpen, () => (asks ? setIsAsking(true) : setIsOpen(false)));
  useBackToClose(isAsking, () => setIsAsking(false));
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {name}
      </button>
      {isOpen && <p>{name} is open</p>}
      {isAsking && <p>{name} asks</p>}
    </>
  );
}

describe("preserve focus", () => {
  let stop: () => void;
  beforeEach(() => {
    stop = preserveFocus();
  });
  afterEach(() => stop());
  const focusedText = () => document.activeElement?.textContent;

  test("the focus goes to the next row, then to the one before, then to the heading", async () => {
    render(<List names={["Aarav", "Bo", "Chitra"]} />);
    await press("Remove Bo");
    expect(focusedText()).toBe("Remove Chitra");
    expect(document.activeElement?.tagName).toBe("LI");
    await press("Remove Chitra");
    expect(focusedText()).toBe("Remove Aarav");
    await press("Remove Aarav");
    expect(focusedText()).toBe("People");
  });

  test("a button that leaves with all others leads to the heading of its section", async () => {
    render(<List names={["Aarav", "Bo"]} />);
    await press("Remove all others");
    expect(focusedText()).toBe("People");
  });

  test("a button that leaves a focusable row leads to that row", async () => {
    render(<Row />);
    await press("Mark as read");
    expect(document.activeElement).toBe(screen.getByRole("listitem"));
  });

  test("a button that is disabled by its own press leads to the heading", async () => {
    render(<Once />);
    await press("Add");
    expect(focusedText()).toBe("Photo");
  });

  test("after a dialog, the row counts whose button opened it", async () => {
    render(<Asking />);
    await press("Remove Aarav");
    await press("Yes");
    expect(focusedText()).toBe("Remove Bo");
  });

  test("it stays away from an element that still has the focus, and from a new screen", async () => {
    const { rerender } = render(<List names={["Aarav"]} />);
    const button = screen.getByRole("button");
    act(() => button.focus());
    fireEvent.click(button);
    rerender(<p>Elsewhere</p>);
    window.history.replaceState(null, "", "/elsewhere");
    await Promise.resolve();
    expect(document.activeElement).toBe(document.body);
  });

  test("what happened is said in a live region that was there before, also twice", () => {
    jest.useFakeTimers();
    announce("Comment deleted.");
    const region = screen.getByRole("status");
    expect(region.textContent).toBe("");
    jest.runAllTimers();
    expect(region.textContent).toBe("Comment deleted.");
    announce("Comment deleted.");
    expect(region.textContent).toBe("");
    jest.runAllTimers();
    expect(region.textContent).toBe("Comment deleted.");
    jest.useRealTimers();
  });
});

describe("use shortcuts", () => {
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
});

describe("back", () => {
  fakeNavigation();

  /** The system's own requests to close what is open, as of Android's Back. */
  class FakeCloseWatcher {
    static open: FakeCloseWatcher[] = [];
    onclose: (() => void) | null = null;
    constructor() {
      FakeCloseWatcher.open.push(this);
    }
    destroy() {
      FakeCloseWatcher.open = FakeCloseWatcher.open.filter((other) => other !== this);
    }
  }

  function requestClose(): void {
    const watcher = FakeCloseWatcher.open.pop();
    act(() => watcher?.onclose?.());
  }

  let isTouched: boolean;
  beforeEach(() => {
    isTouched = true;
    FakeCloseWatcher.open = [];
    window.matchMedia = (() => ({ matches: isTouched })) as unknown as typeof matchMedia;
    Object.assign(window, { CloseWatcher: FakeCloseWatcher });
  });
  afterAll(() => {
    Reflect.deleteProperty(window, "CloseWatcher");
  });
  const shown = () => screen.queryAllByText(/ is open| asks/).map(({ textContent }) => textContent);

  test("Back closes the topmost layer, one at a time, and then leaves the page", async () => {
    render(
      <>
        <Layer name="sheet" />
        <Layer name="menu" />
      </>,
    );
    await press("sheet");
    await press("menu");
    expect(await leavesByBack()).toBe(false);
    await waitFor(() => expect(shown()).toEqual(["sheet is open"]));
    expect(await leavesByBack()).toBe(false);
    await waitFor(() => expect(shown()).toEqual([]));
    expect(await leavesByBack()).toBe(true);
  });

  test("a layer that has closed in another way is not in the way", async () => {
    const { unmount } = render(<Layer name="sheet" />);
    await press("sheet");
    await press("sheet");
    expect(await leavesByBack()).toBe(true);
    await press("sheet");
    unmount();
    expect(await leavesByBack()).toBe(true);
    expect(FakeCloseWatcher.open).toEqual([]);
  });

  test.each<[string, Parameters<typeof leavesByBack>[0]]>([
    ["what the page does itself", { userInitiated: false }],
    ["Forward", { index: 2 }],
    ["what the browser does not let be stopped", { cancelable: false }],
  ])("%s goes on", async (_, how) => {
    render(<Layer name="sheet" />);
    await press("sheet");
    expect(await leavesByBack(how)).toBe(true);
    expect(shown()).toEqual(["sheet is open"]);
  });

  test("a phone's Back closes layers one at a time, also those that ask before", async () => {
    render(
      <>
        <Layer name="sheet" asks />
        <Layer name="menu" />
      </>,
    );
    await press("sheet");
    await press("menu");
    requestClose();
    expect(shown()).toEqual(["sheet is open"]);
    requestClose();
    expect(shown()).toEqual(["sheet is open", "sheet asks"]);
    requestClose();
    expect(shown()).toEqual(["sheet is open"]);
    requestClose();
    expect(shown()).toEqual(["sheet is open", "sheet asks"]);
  });

  test("with a mouse and a keyboard, Escape stays with what has the focus", async () => {
    isTouched = false;
    render(<Layer name="sheet" />);
    await press("sheet");
    expect(FakeCloseWatcher.open).toEqual([]);
  });

  test("a page that asks before it is left receives Back, and no close request", async () => {
    const onBack = jest.fn();
    renderHook(() => useBack(true, onBack));
    expect(await leavesByBack()).toBe(false);
    expect(onBack).toHaveBeenCalledTimes(1);
    expect(FakeCloseWatcher.open).toEqual([]);
  });
});
