/** @jest-environment jsdom */
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OnboardingGuide } from "@/components/accounts/onboarding-guide";
import { show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";

beforeEach(() => {
  freshBrowser();
  Element.prototype.scrollTo = jest.fn();
  jest.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(400);
});

const slides = () => [...document.querySelectorAll<HTMLElement>("[aria-roledescription=slide]")];
const title = () =>
  slides()
    .find((slide) => !slide.hasAttribute("inert"))
    ?.querySelector("h2")?.textContent;
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

  test("follows a swipe", () => {
    show(<OnboardingGuide />);
    const box = slides()[0]?.parentElement as HTMLElement;
    box.scrollLeft = 400;
    fireEvent(box, new Event("scrollend"));
    expect(title()).toBe(SECOND);
    expect(screen.getByRole("button", { name: /^Slide 2/ }).getAttribute("aria-current")).toBe("step");
  });

  test("goes on to the slide of a press when the end of an earlier scroll has stopped it", async () => {
    show(<OnboardingGuide />);
    const box = slides()[0]?.parentElement as HTMLElement;
    await press(/^Slide 3/);
    box.scrollLeft = 400;
    fireEvent(box, new Event("scrollend"));
    expect(title()).toBe(THIRD);
    expect(Element.prototype.scrollTo).toHaveBeenLastCalledWith({ left: 800, behavior: "smooth" });
    expect(Element.prototype.scrollTo).toHaveBeenCalledTimes(2);
    fireEvent.pointerDown(box);
    fireEvent(box, new Event("scrollend"));
    expect(title()).toBe(SECOND);
  });

  test("says where it has moved to", async () => {
    show(<OnboardingGuide />);
    await press("Continue");
    expect(await screen.findByText(/^Slide 2 of 3: Network with Alumni & Faculty\./)).toBeTruthy();
  });

  test.each([
    ["the close button", () => press("Close")],
    ["Escape", () => userEvent.keyboard("{Escape}")],
    ["its last button", () => press(/^Slide 3/).then(() => press("Start your Journey"))],
  ])("closes with %s and continues to the destination", async (_, leave) => {
    storeSignUp({ next: "/post/1" });
    show(<OnboardingGuide />);
    await leave();
    expect(router.replace).toHaveBeenCalledWith("/post/1");
  });
});
