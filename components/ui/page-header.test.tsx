/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { router } from "@/tests/next-navigation";

const pressBack = () => userEvent.click(screen.getByRole("button", { name: "Back" }));

test("leads back to where one came from", async () => {
  window.history.pushState(null, "", "/notify");
  window.history.pushState(null, "", "/post/one");
  render(<PageHeader title="Post" />);
  await pressBack();
  await waitFor(() => expect(window.location.pathname).toBe("/notify"));
  expect(router.push).not.toHaveBeenCalled();
});

test("leads to the feed where back would leave the app", async () => {
  Object.assign(window, { navigation: { canGoBack: false } });
  render(<PageHeader title="Post" />);
  await pressBack();
  expect(router.push).toHaveBeenCalledWith("/mainfeed");
  expect(window.location.pathname).toBe("/notify");
  Reflect.deleteProperty(window, "navigation");
});

test("has the page's heading, unless that stands further down", () => {
  render(<PageHeader title="Settings" />);
  expect(screen.getByRole("heading", { level: 1, name: "Settings" })).toBeTruthy();
  render(<PageHeader title="Kabir Rao" isHeadingBelow />);
  expect(screen.queryByRole("heading", { name: "Kabir Rao" })).toBeNull();
});

test("watches the heading further down, also one that comes later or takes its place", async () => {
  const observe = jest.fn();
  window.IntersectionObserver = class {
    observe = observe;
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  const page = (heading: ReactNode) => (
    <main>
      <PageHeader title="Moderation" isHeadingBelow />
      {heading}
    </main>
  );
  const { rerender } = render(page(null));
  expect(observe).not.toHaveBeenCalled();
  for (const name of ["Post by Kabir", "Post by Meera"]) {
    rerender(page(<h1 key={name}>{name}</h1>));
    await waitFor(() => expect(observe).toHaveBeenLastCalledWith(screen.getByText(name)));
  }
});
