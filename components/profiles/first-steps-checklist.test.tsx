/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FirstSteps } from "@/components/profiles/first-steps-checklist";
import { toast } from "@/components/ui/toast";
import { usersKeys } from "@/lib/profiles/client/cache";
import type { OwnUser } from "@/lib/profiles/schema";
import { errorAnswer, fakeApi, show as showScreen } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const newcomer = (more: Partial<OwnUser> = {}) => ownUser({ createdAt: new Date().toISOString(), ...more });

function show(me: OwnUser) {
  freshBrowser(me);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(usersKeys.me(), me);
  showScreen(<FirstSteps />, client);
  return client;
}

const row = () => screen.findByRole("button", { name: /^Get started/ });
const checklist = async () => {
  const button = await row();
  if (button.getAttribute("aria-expanded") === "false") await userEvent.click(button);
  return screen.findByRole("list", { name: "Get started" });
};
const hide = () => userEvent.click(screen.getByRole("button", { name: "Hide checklist" }));

describe("the checklist of a new member", () => {
  test("ticks what is done and leads to what is left", async () => {
    show(newcomer({ avatar: "https://media/a.webp", collegeId: "0901CS231042", followingCount: 1 }));
    expect((await row()).textContent).toContain("3 steps left");
    expect(screen.queryByRole("list", { name: "Get started" })).toBeNull();
    const items = within(await checklist()).getAllByRole("listitem");
    expect(items.map((item) => [item.textContent, item.querySelector("a")?.getAttribute("href")])).toEqual([
      ["Done: Photo", undefined],
      ["Write a bio", "/edit-profile#bio"],
      ["Done: College ID", undefined],
      ["Join three circles (1 of 3)", "/search-users"],
      ["Share your first post", "/create-post"],
    ]);
  });

  test("is put away for good, on the account", async () => {
    const me = newcomer();
    const { calls } = fakeApi(() => ({ status: 200, body: { user: { ...me, hidesChecklist: true } } }));
    const client = show(me);
    await checklist();
    await hide();
    await waitFor(() => expect(screen.queryByRole("list", { name: "Get started" })).toBeNull());
    await waitFor(() =>
      expect(calls).toMatchObject([
        { method: "PUT", path: `/api/users/${me._id}`, body: { hidesChecklist: true } },
      ]),
    );
    expect(client.getQueryData(usersKeys.me())).toMatchObject({ hidesChecklist: true });
  });

  test("comes back with a message when it could not be put away", async () => {
    const showError = jest.spyOn(toast, "error").mockReturnValue("");
    fakeApi(() => errorAnswer(503, "unavailable", "We're having trouble right now."));
    show(newcomer());
    await checklist();
    await hide();
    await waitFor(() => expect(showError).toHaveBeenCalledWith("We're having trouble right now."));
    await checklist();
  });

  test.each<[string, Partial<OwnUser>]>([
    ["who has put it away", { hidesChecklist: true }],
    ["who has been here for a month", { createdAt: new Date(Date.now() - 31 * 86_400_000).toISOString() }],
    ["who has done everything", { avatar: "a", bio: "b", collegeId: "c", followingCount: 3, postsCount: 1 }],
  ])("is not for a member %s", async (_, more) => {
    show(newcomer(more));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText("Get started")).toBeNull();
  });
});
