import { waitFor } from "@testing-library/react";

/** A press of the browser's Back, which jsdom lacks with the Navigation API. */

const navigation = Object.assign(new EventTarget(), { currentEntry: { index: 1 } });

/** The browser has the Navigation API, and a page before this one. */
export function fakeNavigation(): void {
  beforeAll(() => void Object.assign(window, { navigation }));
  afterAll(() => void Reflect.deleteProperty(window, "navigation"));
}

type Press = { index?: number; userInitiated?: boolean; cancelable?: boolean };

/** Presses Back. Returns whether the page is left. */
export async function leavesByBack(press: Press = {}): Promise<boolean> {
  const { index = 0, userInitiated = true, cancelable = true } = press;
  const event = Object.assign(new Event("navigate", { cancelable }), {
    navigationType: "traverse",
    destination: { index },
    userInitiated,
  });
  // Not in `act`: what Back asks may be loaded only then.
  await waitFor(() => void navigation.dispatchEvent(event));
  return !event.defaultPrevented;
}
