/** @jest-environment jsdom */
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { goBack } from "@/lib/dom/layer-history";
import { useBackToClose } from "@/lib/dom/layer-hooks";

/** What a router would notice. */
const routerNotified = jest.fn();
beforeAll(() => window.addEventListener("popstate", () => routerNotified(location.pathname)));

/** Each test has a page of its own, after another one. */
let page = "";
beforeEach(() => {
  page = `/page-${performance.now()}`;
  history.pushState(null, "", "/before");
  history.pushState(null, "", page);
  routerNotified.mockClear();
});

/** Lets traversals end, each of which may begin another. In turns, for a machine that stalls. */
const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setTimeout(resolve, 15));
  });
const go = async (delta: number) => {
  await settle();
  act(() => history.go(delta));
  await settle();
};
/** Whether the current entry belongs to the page itself, so that Back leaves it. */
const expectNoEntryLeft = async () => {
  await go(-1);
  expect(location.pathname).toBe("/before");
};

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
      {isAsking && (
        <button type="button" onClick={() => setIsAsking(false)}>
          Stay in {name}
        </button>
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const isOpen = (name: string) => screen.queryByText(`${name} is open`) !== null;

test("Back closes the topmost layer, one at a time, and then leaves the page", async () => {
  render(
    <>
      <Layer name="sheet" />
      <Layer name="menu" />
    </>,
  );
  await press("sheet");
  await press("menu");
  await go(-1);
  expect([isOpen("sheet"), isOpen("menu")]).toEqual([true, false]);
  await go(-1);
  expect([isOpen("sheet"), isOpen("menu")]).toEqual([false, false]);
  expect(location.pathname).toBe(page);
  // The page has not changed, so the router need not render it again.
  expect(routerNotified).not.toHaveBeenCalled();
  await go(-1);
  expect(routerNotified.mock.calls).toEqual([["/before"]]);
});

test("a layer that closes by itself takes its entry along", async () => {
  render(<Layer name="menu" />);
  await press("menu");
  await settle();
  await press("menu");
  await settle();
  expect(routerNotified).not.toHaveBeenCalled();
  await expectNoEntryLeft();
});

test("a layer that opens as another closes takes its entry over", async () => {
  render(<Layer name="menu" />);
  render(<Layer name="dialog" />);
  await press("menu");
  await settle();
  const { length } = history;
  act(() => {
    screen.getByRole("button", { name: "menu" }).click();
    screen.getByRole("button", { name: "dialog" }).click();
  });
  await settle();
  expect(history.length).toBe(length);
  await go(-1);
  expect(isOpen("dialog")).toBe(false);
  await expectNoEntryLeft();
});

test("Forward does not lead to a layer that was closed", async () => {
  render(<Layer name="sheet" />);
  await press("sheet");
  await go(-1);
  await go(1);
  await settle();
  expect(isOpen("sheet")).toBe(false);
  await expectNoEntryLeft();
});

test("a layer that asks before it closes gets its entry back", async () => {
  render(<Layer name="editor" asks />);
  await press("editor");
  await go(-1);
  await press("Stay in editor");
  await go(-1);
  expect(location.pathname).toBe(page);
  expect(screen.getByRole("button", { name: "Stay in editor" })).toBeTruthy();
});

test("a link inside a layer leaves no entry of the layer", async () => {
  const { unmount } = render(<Layer name="sheet" />);
  await press("sheet");
  await settle();
  history.pushState(null, "", "/followed");
  unmount();
  await settle();
  expect(location.pathname).toBe("/followed");
  await go(-1);
  expect(location.pathname).toBe(page);
  await expectNoEntryLeft();
});

test("a link below two layers leaves one that Back skips", async () => {
  const { unmount } = render(
    <>
      <Layer name="sheet" />
      <Layer name="menu" />
    </>,
  );
  await press("sheet");
  await press("menu");
  await settle();
  history.pushState(null, "", "/followed");
  unmount();
  await go(-1);
  await settle();
  await waitFor(() => expect(routerNotified.mock.calls).toEqual([[page]]));
  await expectNoEntryLeft();
});

test("a navigation that starts as a layer closes is not undone", async () => {
  render(<Layer name="menu" />);
  await press("menu");
  await settle();
  await press("menu");
  await waitFor(() => expect(history.state).toBeTruthy());
  // The layer's entry may be on its way out, or gone.
  act(() => history.pushState(null, "", "/followed"));
  await settle();
  expect(location.pathname).toBe("/followed");
  await go(-1);
  expect(location.pathname).toBe(page);
  await expectNoEntryLeft();
});

test("going back from below layers leaves the page, once", async () => {
  const { unmount } = render(
    <>
      <Layer name="sheet" />
      <Layer name="menu" />
    </>,
  );
  await press("sheet");
  await press("menu");
  await settle();
  expect(goBack()).toBe(true);
  // The answer to a question often closes it at the same time.
  await press("menu");
  await settle();
  expect(location.pathname).toBe("/before");
  expect(routerNotified.mock.calls).toEqual([["/before"]]);
  unmount();
  await settle();
  expect(location.pathname).toBe("/before");
});

test("an address that changes below an open menu stays changed", async () => {
  render(<Layer name="menu" />);
  await press("menu");
  await settle();
  history.replaceState(null, "", `${page}?filter=likes`);
  await press("menu");
  await settle();
  expect(location.search).toBe("?filter=likes");
  await expectNoEntryLeft();
});

test("a position that the page was scrolled to below an open menu stays", async () => {
  const scrollTo = jest.spyOn(window, "scrollTo").mockImplementation(() => {});
  render(<Layer name="menu" />);
  await press("menu");
  await settle();
  Object.assign(window, { scrollY: 480 });
  await go(-1);
  Object.assign(window, { scrollY: 0 });
  expect(scrollTo).toHaveBeenCalledWith({ top: 480, behavior: "instant" });
});
