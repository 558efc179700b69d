/** @jest-environment jsdom */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast } from "sonner";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import { Toaster } from "@/components/shell/toaster";
import type { Notification } from "@/lib/notifications/schema";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";

jest.mock("next/navigation", () => ({ useRouter: () => ({ back: jest.fn(), push: jest.fn() }) }));

const NAMES = ["Kabir Rao", "Dev Patel", "Meera Joshi"];
const likes: Notification[] = NAMES.map((name, index) => ({
  _id: `n${index}`,
  type: "like",
  custom: false,
  message: "liked your post",
  senderId: { _id: `s${index}`, name, username: "", avatar: "" },
  postId: { _id: "roof", mediaUrl: "/roof.jpg", mediaType: "image", thumbnail: "/roof.jpg" },
  seen: false,
  createdAt: new Date(Date.UTC(2026, 10, 20, 12, 30 - index)).toISOString(),
}));

/** The server; `failing` refuses to mark. */
function serve(failing = false) {
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
  let seen = false;
  return fakeApi(({ method }) => {
    if (method === "PUT") {
      if (failing) return errorAnswer(500, "internal", "No.");
      seen = true;
      return { status: 200, body: { updated: 3 } };
    }
    const notifications = likes.map((one) => ({ ...one, seen }));
    const counts = { totalCount: 3, currentPage: 1, totalPages: 1, unreadCount: seen ? 0 : 3 };
    return { status: 200, body: { notifications, ...counts, nextCursor: null } };
  });
}

const row = async () =>
  (await screen.findByText(/and 2 others liked your post/)).closest("li") as HTMLElement;
const markAll = async () =>
  userEvent.click(within(await row()).getAllByRole("button", { name: "Mark as read" })[0] as HTMLElement);

describe("several likes of one post", () => {
  test("are one row that opens to the single ones", async () => {
    serve();
    show(<NotificationsScreen />);
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

  test("are new again when the server says no", async () => {
    serve(true);
    show(<NotificationsScreen />);
    await markAll();
    expect(await screen.findByText("New")).toBeTruthy();
    expect(document.body.textContent).toContain("3 unread");
  });
});

describe("a deleted notification", () => {
  const [like] = likes as [Notification];
  const calls = () => server.calls.map(({ method, path }) => `${method} ${path}`);
  let server: ReturnType<typeof fakeApi>;

  // Toasts outlive what shows them.
  afterEach(() => {
    toast.dismiss();
  });

  /** The server, with one notification; `refused` is the method it says no to. */
  async function deleteOne(refused?: "DELETE" | "PUT") {
    jest.spyOn(console, "warn").mockImplementation(() => undefined);
    let there = true;
    server = fakeApi(({ method }) => {
      if (method === refused) return errorAnswer(500, "internal", "No.");
      if (method === "DELETE") there = false;
      if (method === "DELETE") return { status: 200, body: { message: "Notification deleted." } };
      if (method === "PUT") there = true;
      if (method === "PUT") return { status: 200, body: { notification: like } };
      const counts = { totalCount: 1, currentPage: 1, totalPages: 1, unreadCount: there ? 1 : 0 };
      return { status: 200, body: { notifications: there ? [like] : [], ...counts, nextCursor: null } };
    });
    show(
      <>
        <NotificationsScreen />
        <Toaster />
      </>,
    );
    await userEvent.click((await screen.findAllByRole("button", { name: "Delete" }))[0] as HTMLElement);
  }
  // Not by userEvent: jsdom has no pointer capture, which the toast asks for.
  const undo = async () => fireEvent.click(await screen.findByRole("button", { name: "Undo" }));

  test("comes back where it was, new as it was, when that is undone, and has the focus", async () => {
    await deleteOne();
    expect(await screen.findByText("You're all caught up! Check back later for new updates.")).toBeTruthy();
    await undo();
    const row = (await screen.findByText("Kabir Rao")).closest("li");
    expect(row?.textContent).toContain("New");
    await waitFor(() => expect(document.activeElement).toBe(row));
    await waitFor(() => expect(calls()).toContain("PUT /api/notifications/n0/restore"));
    const writes = calls().filter((call) => !call.startsWith("GET"));
    expect(writes).toEqual(["DELETE /api/notifications/n0", "PUT /api/notifications/n0/restore"]);
  });

  test("that the server keeps is back by itself, with nothing left to undo", async () => {
    await deleteOne("DELETE");
    expect(await screen.findByText("Kabir Rao")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  });

  test("that cannot be brought back is said to be gone", async () => {
    await deleteOne("PUT");
    await undo();
    expect(await screen.findByText("That notification couldn't be brought back.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Kabir Rao")).toBeNull());
  });
});
