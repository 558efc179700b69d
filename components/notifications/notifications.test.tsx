/** @jest-environment jsdom */

import { fireEvent, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NotificationsHeader } from "@/components/notifications/notifications-header";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import { countedTitle, useUnreadBadge } from "@/components/notifications/use-unread-badge";
import { Toaster } from "@/components/shell/toaster";
import { toast } from "@/components/ui/toast";
import type { Notification } from "@/lib/notifications/schema";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { notificationOf } from "@/tests/notification-fixture";
import { CSE_2027, personOf } from "@/tests/user-fixture";

/** The list of notifications, and their count in the title. */

describe("notification list", () => {
  const NAMES = ["Kabir Rao", "Dev Patel", "Meera Joshi"];
  const likes = NAMES.map((name, index) =>
    notificationOf({
      _id: `n${index}`,
      senderId: personOf(`s${index}`, name, { affiliation: CSE_2027 }),
      postId: { _id: "roof", mediaUrl: "/roof.jpg", mediaType: "image", thumbnail: "/roof.jpg" },
      seen: false,
      createdAt: new Date(Date.UTC(2026, 10, 20, 12, 30 - index)).toISOString(),
    }),
  );

  /** A server; `failing` rejects marking as read. */
  function serve(failing = false) {
    jest.spyOn(console, "warn").mockImplementation(() => undefined);
    let seen = false;
    return fakeApi(({ method }) => {
      if (method === "PUT") {
        if (failing) return errorAnswer(500, "internal", "No.");
        seen = true;
        return { status: 200, body: { updated: 3 } };
      }
      const notifications = likes.map((like) => ({ ...like, seen }));
      const counts = { totalCount: 3, currentPage: 1, totalPages: 1, unreadCount: seen ? 0 : 3 };
      return { status: 200, body: { notifications, ...counts, nextCursor: null } };
    });
  }

  /** What a press writes: not what opening the screen marks as seen. */
  const isPressed = ({ method, path }: { method: string; path: string }) =>
    method !== "GET" && !path.endsWith("/mark-all-seen");

  const middleClick = () => new MouseEvent("auxclick", { button: 1, bubbles: true });
  const row = async () =>
    (await screen.findByText(/and 2 others liked your post/)).closest("li") as HTMLElement;
  const markAll = async () =>
    userEvent.click(within(await row()).getAllByRole("button", { name: "Mark as read" })[0] as HTMLElement);

  describe("several likes of one post", () => {
    test("are one row that expands", async () => {
      serve();
      show(<NotificationsScreen />);
      // Isolated: a name from right to left must not take the words behind it along.
      expect(within(await row()).getByText("Kabir Rao").tagName).toBe("BDI");
      expect(within(await row()).getByText("CSE, class of 2027")).toBeTruthy();
      const opener = within(await row()).getByRole("button", { name: "Show all 3" });
      expect(opener.getAttribute("aria-expanded")).toBe("false");
      expect(screen.queryByText("Dev Patel")).toBeNull();
      await userEvent.click(opener);
      for (const name of NAMES) expect(screen.getAllByText(name).length).toBeGreaterThan(0);
    });

    test("are marked as read together, in one call", async () => {
      const { calls } = serve();
      show(<NotificationsScreen />);
      await markAll();
      await waitFor(() => expect(screen.queryByText("New")).toBeNull());
      expect(calls).toContainEqual(
        expect.objectContaining({
          method: "PUT",
          path: "/api/notifications/mark-all-seen",
          body: { ids: ["n0", "n1", "n2"] },
        }),
      );
    });

    test("are read together when their post is opened", async () => {
      const { calls } = serve();
      show(<NotificationsScreen />);
      const link = within(await row()).getByRole("link", { name: "Kabir Rao and 2 others liked your post" });
      expect(link.getAttribute("href")).toBe("/post/roof");
      fireEvent(link, middleClick());
      await waitFor(() => expect(screen.queryByText("New")).toBeNull());
      expect(calls).toContainEqual(expect.objectContaining({ body: { ids: ["n0", "n1", "n2"] } }));
    });

    test("are new again when marking fails", async () => {
      serve(true);
      show(
        <>
          <NotificationsHeader />
          <NotificationsScreen />
        </>,
      );
      await markAll();
      expect(await screen.findByText("New")).toBeTruthy();
      expect(document.body.textContent).toContain("3 unread");
    });
  });

  describe("a row", () => {
    const notifications: Notification[] = [
      {
        ...(likes[0] as Notification),
        _id: "comment",
        type: "comment",
        commentId: "hi",
        message: "commented: “Hi”",
      },
      {
        ...(likes[1] as Notification),
        _id: "join",
        type: "follow",
        message: "joined your circle",
        postId: null,
      },
      { ...(likes[2] as Notification), _id: "seen", seen: true },
      { ...(likes[2] as Notification), _id: "custom", custom: true, message: "Hello", postId: null },
    ];
    let server: ReturnType<typeof fakeApi>;
    const writes = () => server.calls.filter(isPressed);

    beforeEach(() => {
      server = fakeApi(({ method, path }) => {
        if (path.endsWith("/follow")) {
          return {
            status: 200,
            body: { isInCircle: true, circleCount: 1, message: "You joined the circle." },
          };
        }
        if (method === "PUT") return { status: 200, body: { notification: notifications[0] } };
        const counts = { totalCount: 4, currentPage: 1, totalPages: 1, unreadCount: 3 };
        return { status: 200, body: { notifications, ...counts, nextCursor: null } };
      });
      show(<NotificationsScreen />);
      // jsdom cannot navigate.
      window.addEventListener("click", preventDefault);
    });
    afterEach(() => window.removeEventListener("click", preventDefault));
    const preventDefault = (event: Event) => event.preventDefault();

    test.each([
      ["Kabir Rao commented: “Hi”", "/post/roof#comment-hi"],
      ["Dev Patel joined your circle", "/profile/s1"],
      ["Meera Joshi liked your post", "/post/roof"],
      ["Meera Joshi sent you a notification: Hello", "/profile/s2"],
    ])("%s leads to %s, and its name to the profile", async (name, path) => {
      const link = await screen.findByRole("link", { name });
      expect(link.getAttribute("href")).toBe(path);
      const row = link.closest("li") as HTMLElement;
      const sender = within(row).getByRole("link", { name: name.split(" ").slice(0, 2).join(" ") });
      expect(sender.getAttribute("href")).toMatch(/^\/profile\//);
      expect(row.querySelectorAll("a a, a button, button a")).toHaveLength(0);
    });

    test("is read once what it is about is opened, also in another tab", async () => {
      const link = await screen.findByRole("link", { name: /commented/ });
      fireEvent.click(link, { ctrlKey: true });
      await waitFor(() => expect(link.closest("li")?.textContent).not.toContain("New"));
      const other = screen.getByRole("link", { name: /Hello/ });
      fireEvent(other, middleClick());
      await waitFor(() => expect(other.closest("li")?.textContent).not.toContain("New"));
      fireEvent.click(screen.getByRole("link", { name: /liked your post/ }), { ctrlKey: true });
      expect(writes().map(({ path }) => path)).toEqual([
        "/api/notifications/comment/seen",
        "/api/notifications/custom/seen",
      ]);
    });

    test("of who joined offers to join back", async () => {
      expect(await screen.findAllByRole("button", { name: /^Join Circle/ })).toHaveLength(1);
      await userEvent.click(screen.getByRole("button", { name: "Join Circle of Dev Patel" }));
      expect(screen.getByRole("button", { name: /^In Circle.*of Dev Patel/ })).toBeTruthy();
      await waitFor(() =>
        expect(writes()[0]).toMatchObject({ path: "/api/users/s1/follow", body: { inCircle: true } }),
      );
    });
  });

  describe("a deleted notification", () => {
    const [like] = likes as [Notification];
    const calls = () => server.calls.map(({ method, path }) => `${method} ${path}`);
    let server: ReturnType<typeof fakeApi>;

    // Toasts outlive the components that show them.
    afterEach(() => {
      toast.dismiss();
    });

    /** Deletes the only notification; the server fails on `failingMethod`. */
    async function deleteOnly(failingMethod?: "DELETE" | "PUT") {
      jest.spyOn(console, "warn").mockImplementation(() => undefined);
      let exists = true;
      server = fakeApi(({ method }) => {
        if (method === failingMethod) return errorAnswer(500, "internal", "No.");
        if (method === "DELETE") exists = false;
        if (method === "DELETE") return { status: 200, body: { message: "Notification deleted." } };
        if (method === "PUT") exists = true;
        if (method === "PUT") return { status: 200, body: { notification: like } };
        const counts = { totalCount: 1, currentPage: 1, totalPages: 1, unreadCount: exists ? 1 : 0 };
        return { status: 200, body: { notifications: exists ? [like] : [], ...counts, nextCursor: null } };
      });
      show(
        <>
          <NotificationsScreen />
          <Toaster />
        </>,
      );
      await userEvent.click((await screen.findAllByRole("button", { name: "Delete" }))[0] as HTMLElement);
    }
    // userEvent does not work here: the toast needs pointer capture, which jsdom lacks.
    const undo = async () => fireEvent.click(await screen.findByRole("button", { name: "Undo" }));

    test("is restored in place, unread and focused, when the deletion is undone", async () => {
      await deleteOnly();
      expect(await screen.findByText("You're all caught up! Check back later for new updates.")).toBeTruthy();
      await undo();
      const row = (await screen.findByText("Kabir Rao")).closest("li");
      expect(row?.textContent).toContain("New");
      await waitFor(() => expect(document.activeElement).toBe(row));
      await waitFor(() => expect(calls()).toContain("PUT /api/notifications/n0/restore"));
      const writes = server.calls.filter(isPressed).map(({ method, path }) => `${method} ${path}`);
      expect(writes).toEqual(["DELETE /api/notifications/n0", "PUT /api/notifications/n0/restore"]);
    });

    test("comes back by itself when the deletion fails, with nothing to undo", async () => {
      await deleteOnly("DELETE");
      expect(await screen.findByText("Kabir Rao")).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
    });

    test("disappears with an error when it cannot be restored", async () => {
      await deleteOnly("PUT");
      await undo();
      expect(await screen.findByText("That notification couldn't be brought back.")).toBeTruthy();
      await waitFor(() => expect(screen.queryByText("Kabir Rao")).toBeNull());
    });
  });

  describe("the deleted likes of one post", () => {
    afterEach(() => {
      toast.dismiss();
    });

    /** A server that rejects deleting the notifications of `failing`. */
    async function deleteAll(failing: string[] = []) {
      jest.spyOn(console, "warn").mockImplementation(() => undefined);
      const deleted = new Set<string>();
      const server = fakeApi(({ method, path }) => {
        const id = path.split("/")[3] ?? "";
        if (failing.includes(id)) return errorAnswer(500, "internal", "No.");
        if (method === "DELETE") {
          deleted.add(id);
          return { status: 200, body: { message: "Notification deleted." } };
        }
        if (method === "PUT") {
          deleted.delete(id);
          return { status: 200, body: { notification: likes.find(({ _id }) => _id === id) } };
        }
        const notifications = likes.filter(({ _id }) => !deleted.has(_id));
        const count = notifications.length;
        const counts = { totalCount: count, currentPage: 1, totalPages: 1, unreadCount: count };
        return { status: 200, body: { notifications, ...counts, nextCursor: null } };
      });
      show(
        <>
          <NotificationsScreen />
          <Toaster />
        </>,
      );
      await userEvent.click(within(await row()).getAllByRole("button", { name: "Delete" })[0] as HTMLElement);
      return server;
    }
    const undo = async () => fireEvent.click(await screen.findByRole("button", { name: "Undo" }));

    test("all disappear, and come back as one row that has the focus", async () => {
      const server = await deleteAll();
      expect(await screen.findByText("3 notifications deleted.")).toBeTruthy();
      expect(await screen.findByText("You're all caught up! Check back later for new updates.")).toBeTruthy();
      await undo();
      const restored = await row();
      await waitFor(() => expect(document.activeElement).toBe(restored));
      await waitFor(() =>
        expect(server.calls.filter(isPressed).map(({ path }) => path)).toEqual([
          "/api/notifications/n0",
          "/api/notifications/n1",
          "/api/notifications/n2",
          "/api/notifications/n0/restore",
          "/api/notifications/n1/restore",
          "/api/notifications/n2/restore",
        ]),
      );
    });

    test("come back where the deletion failed, and the others can be brought back", async () => {
      await deleteAll(["n1"]);
      expect(await screen.findByText("Dev Patel")).toBeTruthy();
      expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
    });

    test("all come back when all deletions failed, with nothing to undo", async () => {
      await deleteAll(["n0", "n1", "n2"]);
      await row();
      await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
    });
  });

  test.each([
    ["report", "We removed the post you reported.", "/settings/reports"],
    ["moderation", "Moderators removed your post: Spam", "/settings/decisions"],
  ])("what the product sends about a %s names no one and leads to its list", async (type, message, path) => {
    const [like] = likes as [Notification];
    const official = { ...like, type, message, postId: null, seen: true };
    const counts = { totalCount: 1, currentPage: 1, totalPages: 1, unreadCount: 0, nextCursor: null };
    fakeApi(() => ({ status: 200, body: { notifications: [official], ...counts } }));
    show(<NotificationsScreen />);
    const link = await screen.findByRole("link", { name: message });
    expect(link.getAttribute("href")).toBe(path);
    expect(screen.queryByText(like.senderId.name)).toBeNull();
  });
});

describe("the tab's title", () => {
  test.each([
    ["Campus Circle", 3, "(3) Campus Circle"],
    ["(3) Campus Circle", 4, "(4) Campus Circle"],
    ["(3) Campus Circle", 0, "Campus Circle"],
    ["Campus Circle", 10, "(9+) Campus Circle"],
    ["(9+) Settings · Campus Circle", 0, "Settings · Campus Circle"],
    ["Campus Circle", 0, "Campus Circle"],
  ])("%s with %i unread is %s", (title, unread, shown) => {
    expect(countedTitle(title, unread)).toBe(shown);
  });

  test("gets the count when the next screen sets it, and none of its own before", async () => {
    const titles = () => [...document.head.querySelectorAll("title")].map((title) => title.text);
    document.title = "Explore · Campus Circle";
    const { unmount } = renderHook(() => useUnreadBadge(3));
    expect(titles()).toEqual(["(3) Explore · Campus Circle"]);

    document.head.querySelector("title")?.remove();
    document.head.append(document.createElement("meta"));
    await Promise.resolve();
    expect(titles()).toEqual([]);

    const next = document.createElement("title");
    next.text = "Settings · Campus Circle";
    document.head.append(next);
    await waitFor(() => expect(titles()).toEqual(["(3) Settings · Campus Circle"]));
    unmount();
    expect(titles()).toEqual(["Settings · Campus Circle"]);
  });
});
