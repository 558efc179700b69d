/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Banner } from "@/components/profiles/profile-header";
import { ProfileScreen } from "@/components/profiles/profile-screen";
import { usersKeys } from "@/lib/profiles/client/cache";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show as showScreen } from "@/tests/browser-api";
import { postOf } from "@/tests/post-fixture";
import { CSE_2027, ownUser, profileOf } from "@/tests/user-fixture";

const me = ownUser();
const { email: _, ...kabir } = profileOf(
  ownUser({
    _id: "kabir",
    name: "Kabir Rao",
    username: "kabir.rao",
    affiliation: CSE_2027,
    section: "B",
    bio: "See https://example.org and #robotics <b>now</b>",
    postsCount: 1_234,
    circleCount: 312,
    followingCount: 1,
  }),
  { reach: 87 },
);
const noPosts = { posts: [], total: 0, currentPage: 1, totalPages: 0, nextCursor: null };

function serve(profile: ApiAnswer, answerOthers: (call: ApiCall) => ApiAnswer | undefined = () => undefined) {
  return fakeApi((call) => {
    if (call.path === "/api/auth/me") return { status: 200, body: { user: me } };
    return answerOthers(call) ?? (call.path.includes("/posts") ? { status: 200, body: noPosts } : profile);
  });
}

function show(userId: string, asOthers = false, viewer = me) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The page hydrates this query on the server.
  client.setQueryData(usersKeys.me(), viewer);
  showScreen(<ProfileScreen userId={userId} asOthers={asOthers} />, client);
}

beforeEach(() => {
  localStorage.clear();
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
});

describe("a person whom the viewer has hidden", () => {
  test("blocked: shows who they are and nothing else, until they are unblocked", async () => {
    let isBlocked = true;
    const { calls } = fakeApi(({ method, path }) => {
      if (path === "/api/auth/me") return { status: 200, body: { user: me } };
      if (method === "POST") isBlocked = false;
      if (path.endsWith("/block")) return { status: 200, body: { isBlocked } };
      if (path.includes("/posts")) return { status: 200, body: noPosts };
      const blocked = { ...kabir, isBlocked, bio: "", postsCount: 0, circleCount: 0 };
      return { status: 200, body: { user: isBlocked ? blocked : kabir } };
    });
    show("kabir");
    expect(await screen.findByText("You blocked", { exact: false })).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1, name: "Kabir Rao" })).toBeTruthy();
    for (const name of ["Join Circle", "Message", "0 members"])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.queryByText("No posts yet")).toBeNull();
    expect(calls.some(({ path }) => path.includes("/posts"))).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Unblock" }));
    expect(await screen.findByRole("button", { name: "Join Circle" })).toBeTruthy();
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "/api/users/kabir/block", body: { blocked: false } }),
    );
  });

  test("muted: shows until when, and their profile as it is", async () => {
    const mutedUntil = new Date(2026, 10, 24, 17, 5).toISOString();
    serve({ status: 200, body: { user: { ...kabir, isMuted: true, mutedUntil } } });
    show("kabir");
    expect((await screen.findByText("24 Nov 2026 at 17:05")).parentElement?.textContent).toBe(
      "Muted until 24 Nov 2026 at 17:05",
    );
    expect(screen.getByRole("button", { name: "Unmute" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Join Circle" })).toBeTruthy();
  });
});

test("the viewer's own profile shows what moderators removed, though it is not counted, with Appeal", async () => {
  const withheld = { reason: "Selling", decisionId: "d1", at: "2026-11-20T10:00:00.000Z" };
  const posts = [postOf({ _id: "p1", isActive: false, withheld })];
  serve({ status: 200, body: { user: profileOf(me) } }, ({ path }) =>
    path.includes("/posts") ? { status: 200, body: { ...noPosts, posts } } : undefined,
  );
  show(me._id);
  const tile = await screen.findByRole("link", { name: /Removed by moderators: Selling/ });
  expect(tile.getAttribute("href")).toBe("/post/p1");
  expect(screen.getByRole("link", { name: "Appeal" }).getAttribute("href")).toBe("/settings/decisions");
  expect(screen.queryByText("Share your first post")).toBeNull();
});

describe("a profile", () => {
  test("shows the person and their counts; the bio is plain text with links", async () => {
    serve({ status: 200, body: { user: kabir } });
    show("kabir");
    expect(await screen.findByRole("heading", { name: "Kabir Rao" })).toBeTruthy();
    expect(screen.getByText(/@kabir/).textContent).toBe("@kabir.rao · CSE, class of 2027 · Section B");
    expect(screen.getByText("1.2K").parentElement?.textContent).toBe("1.2K posts");
    expect(screen.getByRole("button", { name: "312 members" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "1 circle joined" })).toBeTruthy();
    expect(screen.getByText("Joined Jan 2026")).toBeTruthy();
    expect(screen.getByRole("link", { name: "example.org" }).getAttribute("rel")).toContain("noopener");
    expect(screen.getByRole("link", { name: "#robotics" }).getAttribute("href")).toBe("/tag/robotics");
    expect(screen.getByText(/<b>now<\/b>/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Join Circle" })).toBeTruthy();
    expect(screen.queryByText("87")).toBeNull();
    expect(await screen.findByText("No posts yet")).toBeTruthy();
  });

  test("that does not exist says so", async () => {
    serve(errorAnswer(404, "not_found", "User not found"));
    show("unknown");
    expect(await screen.findByText("User not found")).toBeTruthy();
  });

  test("of a deactivated account says so", async () => {
    serve(errorAnswer(404, "user_deactivated", "This account is deactivated."));
    show("off");
    expect(await screen.findByText("This account is deactivated")).toBeTruthy();
  });

  test("that fails to load can be retried", async () => {
    const api = serve(errorAnswer(503, "unavailable", "We will be back in a moment."));
    show("kabir");
    expect(await screen.findByText("We will be back in a moment.")).toBeTruthy();
    api.answer(({ path }) => ({
      status: 200,
      body: path.includes("/posts") ? noPosts : { user: path === "/api/auth/me" ? me : kabir },
    }));
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Kabir Rao" })).toBeTruthy();
  });
});

describe("the viewer's own profile", () => {
  test("can be edited in place, and replaces an unreadable stored profile", async () => {
    const consoleError = jest.spyOn(console, "error").mockImplementation(() => {});
    localStorage.setItem("userProfile", "{broken");
    serve({ status: 200, body: { user: profileOf(me, { reach: 2_345 }) } });
    show(me._id);
    await userEvent.click(await screen.findByRole("button", { name: "Profile menu" }));
    const items = screen.getAllByRole("menuitem").map((item) => item.textContent);
    expect(items).toEqual(["Edit Profile", "Settings", "View as others see it", "Copy link to profile"]);
    expect(screen.queryByRole("button", { name: "Join Circle" })).toBeNull();
    expect(screen.getByText("Add a bio").getAttribute("href")).toBe("/edit-profile#bio");
    expect(screen.getByText("2.3K").parentElement?.textContent).toBe("2.3K likes, comments and shares");
    expect(consoleError).toHaveBeenCalledWith("The stored profile is unreadable.", expect.anything());
    expect(readStoredProfile()?._id).toBe(me._id);
  });

  test("as others see it has their circle button, disabled", async () => {
    serve({ status: 200, body: { user: profileOf(me, { reach: 2_345 }) } });
    show(me._id, true);
    expect(await screen.findByRole("button", { name: "Join Circle" })).toHaveProperty("disabled", true);
    expect(screen.queryByRole("button", { name: "Change banner" })).toBeNull();
    expect(screen.queryByText("Add a bio")).toBeNull();
  });

  test("as others see it has nothing that only its owner or some people see", async () => {
    const withheld = { reason: "Selling", decisionId: "d1", at: "2026-11-20T10:00:00.000Z" };
    const posts = [
      postOf({ _id: "gone", isActive: false, withheld }),
      postOf({ _id: "there", thumbnail: "http://localhost/small.jpg" }),
    ];
    const hidden = ownUser({ affiliation: CSE_2027, section: "B", whoSeesBatch: "circle" });
    fakeApi(({ path }) => {
      if (path === "/api/auth/me") return { status: 200, body: { user: hidden } };
      if (path.includes("/posts")) return { status: 200, body: { ...noPosts, posts, total: 1 } };
      return { status: 200, body: { user: profileOf(hidden) } };
    });
    show(me._id, true, hidden);
    const grid = await screen.findByRole("list", { name: /^Posts by/ });
    const links = within(grid).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/post/there"]);
    screen.getByText(/CSE$/);
    expect(screen.queryByText(/2027|Section B/)).toBeNull();
  });

  test("has a card's words as they are now in its grid", async () => {
    const posts = [postOf({ caption: "The exam is at 14:00", kind: "card", background: "leaf" })];
    fakeApi(({ path }) =>
      path.includes("/posts")
        ? { status: 200, body: { ...noPosts, posts, total: 1 } }
        : { status: 200, body: { user: profileOf(me) } },
    );
    show(me._id, true);
    const grid = await screen.findByRole("list", { name: /^Posts by/ });
    expect(grid.querySelector("[data-background=leaf]")?.textContent).toBe("The exam is at 14:00");
    expect(grid.querySelector("img:not([aria-hidden])")).toBeNull();
  });

  test("opens the people in the circle, searchable by name", async () => {
    const api = serve({ status: 200, body: { user: profileOf(me, { circleCount: 1 }) } }, ({ path }) =>
      path.includes("/circle")
        ? {
            status: 200,
            body: {
              users: path.includes("q=")
                ? []
                : [
                    {
                      _id: "kabir",
                      name: "Kabir Rao",
                      username: "k",
                      avatar: "",
                      collegeName: "MITS",
                      isInCircle: true,
                    },
                  ],
              total: 1,
              currentPage: 1,
              totalPages: 1,
              nextCursor: null,
            },
          }
        : undefined,
    );
    show(me._id);
    await userEvent.click(await screen.findByRole("button", { name: /^1 in/ }));
    const dialog = await screen.findByRole("dialog");
    expect(
      await within(dialog).findByRole("button", { name: "In Circle: Leave circle of Kabir Rao" }),
    ).toBeTruthy();
    await userEvent.type(within(dialog).getByRole("searchbox"), "zz");
    expect(await within(dialog).findByText("No users found")).toBeTruthy();
    await waitFor(() =>
      expect(api.calls.some(({ path }) => path.endsWith("/circle?q=zz&limit=20"))).toBe(true),
    );
  });
});

test("a new banner is shown after one that could not be loaded", () => {
  const banner = (name: string) => <Banner user={{ _id: "kabir", banner: `http://localhost/${name}.jpg` }} />;
  const { container, rerender } = render(banner("lost"));
  const picture = () => container.querySelector("img");
  fireEvent.error(picture() as HTMLElement);
  expect(picture()).toBeNull();
  rerender(banner("new"));
  expect(picture()?.getAttribute("src")).toContain("new.jpg");
});
