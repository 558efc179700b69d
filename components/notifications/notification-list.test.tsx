/** @jest-environment jsdom */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import type { Notification } from "@/lib/notifications/contract";
import { fakeApi, refusal, show } from "@/tests/browser-api";

jest.mock("next/navigation", () => ({ useRouter: () => ({ back: jest.fn(), push: jest.fn() }) }));

const NAMES = ["Kabir Rao", "Dev Patel", "Meera Joshi"];
const likes: Notification[] = NAMES.map((name, index) => ({
  _id: `n${index}`,
  type: "like",
  message: "liked your post",
  senderId: { _id: `s${index}`, name, avatar: "" },
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
      if (failing) return refusal(500, "internal", "No.");
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
