/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { JoinCirclesScreen } from "@/components/accounts/join-circles-screen";
import type { Suggestion } from "@/lib/people-search/schema";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, router, storeSignUp } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

jest.mock("next/navigation", () => ({ useRouter: () => router }));

const scrollTo = jest.fn();

beforeEach(() => {
  freshBrowser(ownUser());
  window.scrollTo = scrollTo;
});

const person = (_id: string, name: string, more: Partial<Suggestion> = {}): Suggestion => ({
  _id,
  name,
  username: name.toLowerCase().replace(" ", "."),
  avatar: "",
  collegeName: "MITS",
  isInCircle: false,
  mutualCount: 0,
  joinedBy: "",
  ...more,
});

function open(users: Suggestion[]) {
  const { calls } = fakeApi(({ path }) => {
    if (path.startsWith("/api/users/suggestions")) return { status: 200, body: { users } };
    if (path.endsWith("/follow")) {
      return { status: 200, body: { isInCircle: true, circleCount: 1, message: "You joined the circle." } };
    }
    return { status: 200, body: { user: ownUser() } };
  });
  show(<JoinCirclesScreen />);
  return calls;
}

describe("joining the first circles", () => {
  test("lists people with the reason for each, and counts the joins", async () => {
    const calls = open([
      person("1", "Kabir Rao"),
      person("2", "Meera Joshi", { mutualCount: 1, joinedBy: "Yash Agrawal" }),
      person("3", "Dev Patel", { mutualCount: 3, joinedBy: "Yash Agrawal" }),
    ]);
    await screen.findByText("Yash Agrawal joined their circle");
    screen.getByText("Yash and 2 more joined");
    screen.getByRole("button", { name: "Skip for now" });
    await userEvent.click(screen.getByRole("button", { name: "Join Circle of Kabir Rao" }));
    await screen.findByText("1 of 3 joined");
    screen.getByRole("button", { name: "In Circle: Leave circle of Kabir Rao" });
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "/api/users/1/follow", body: { inCircle: true } }),
    );
    screen.getByRole("button", { name: "Continue" });
  });

  test("can be skipped, and leads to where the newcomer was going", async () => {
    storeSignUp({ finished: true, next: "/post/1" });
    open([person("1", "Kabir Rao")]);
    await userEvent.click(await screen.findByRole("button", { name: "Skip for now" }));
    expect(router.replace).toHaveBeenCalledWith("/post/1");
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
  });

  test("says so when there is no one to join yet", async () => {
    open([]);
    await waitFor(() => screen.getByText("You're among the first here"));
    screen.getByRole("button", { name: "Skip for now" });
  });
});
