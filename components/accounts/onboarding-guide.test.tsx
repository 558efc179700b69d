/** @jest-environment jsdom */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OnboardingGuide } from "@/components/accounts/onboarding-guide";
import { show } from "@/tests/browser-api";
import { freshBrowser, router, storeSignUp } from "@/tests/fresh-browser";

jest.mock("next/navigation", () => ({ useRouter: () => router }));

const scrollTo = jest.fn();

beforeEach(() => {
  freshBrowser();
  window.scrollTo = scrollTo;
  history.replaceState(null, "");
});

const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

const FIRST = "Connect on Campus";
const SECOND = "Network with Alumni & Faculty";
const THIRD = "Showcase Your Ideas & Skills";

describe("the guide", () => {
  test("goes through three slides to the feed", async () => {
    show(<OnboardingGuide />);
    expect(title()).toBe(FIRST);
    await press("Continue");
    expect(title()).toBe(SECOND);
    await press("Continue");
    expect(title()).toBe(THIRD);
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    await press("Start your Journey");
    expect(router.replace).toHaveBeenCalledWith("/mainfeed");
  });

  test("goes to any slide by its dot and marks the current one", async () => {
    show(<OnboardingGuide />);
    await press(/^Slide 3/);
    expect(title()).toBe(THIRD);
    expect(screen.getByRole("button", { name: /^Slide 3/ }).getAttribute("aria-current")).toBe("step");
    await press(/^Slide 1/);
    expect(title()).toBe(FIRST);
  });

  test("goes back one slide with the browser's Back", async () => {
    show(<OnboardingGuide />);
    await press(/^Slide 3/);
    act(() => history.back());
    await waitFor(() => expect(title()).toBe(SECOND));
    act(() => history.back());
    await waitFor(() => expect(title()).toBe(FIRST));
  });

  test("is shown to a newcomer once", async () => {
    storeSignUp({ finished: true });
    const { unmount } = show(<OnboardingGuide />);
    await press(/^Slide 3/);
    expect(router.replace).not.toHaveBeenCalled();
    await press("Start your Journey");
    expect(router.replace.mock.calls).toEqual([["/mainfeed"]]);
    unmount();
    show(<OnboardingGuide />);
    expect(router.replace.mock.calls).toEqual([["/mainfeed"], ["/mainfeed"]]);
  });

  test("follows the arrow keys and stops at both ends", async () => {
    show(<OnboardingGuide />);
    await userEvent.keyboard("{ArrowLeft}");
    expect(title()).toBe(FIRST);
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(title()).toBe(THIRD);
    expect(router.replace).not.toHaveBeenCalled();
  });

  test("follows a swipe but not a small movement", () => {
    show(<OnboardingGuide />);
    const guide = screen.getByRole("region", { name: "Welcome guide" });
    // jsdom's pointer events have no coordinates.
    const touch = (type: string, clientX: number) =>
      fireEvent(guide, new MouseEvent(type, { bubbles: true, clientX }));
    const swipe = (from: number, to: number) => {
      touch("pointerdown", from);
      touch("pointerup", to);
    };
    swipe(300, 280);
    expect(title()).toBe(FIRST);
    swipe(300, 100);
    expect(title()).toBe(SECOND);
    swipe(100, 300);
    expect(title()).toBe(FIRST);
  });

  test.each([
    ["the close button", () => press("Close")],
    ["Escape", () => userEvent.keyboard("{Escape}")],
    ["its last button", () => press(/^Slide 3/).then(() => press("Start your Journey"))],
  ])("closes with %s, at the top, and continues to the destination", async (_, leave) => {
    storeSignUp({ next: "/post/1" });
    show(<OnboardingGuide />);
    await leave();
    expect(router.replace).toHaveBeenCalledWith("/post/1");
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
  });
});
