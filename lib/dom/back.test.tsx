/** @jest-environment jsdom */
import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useBack, useBackToClose } from "@/lib/dom/back";
import { fakeNavigation, leavesByBack } from "@/tests/browser-back";

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

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
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
