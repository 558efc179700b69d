/** @jest-environment jsdom */
import { act, screen } from "@testing-library/react";
import { LiveNotifications } from "@/components/notifications/live-notifications";
import { useLiveNotifications } from "@/lib/notifications/client/live";
import type { Notification } from "@/lib/notifications/schema";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/notifications/client/live", () => ({ useLiveNotifications: jest.fn() }));
jest.mock("@/lib/notifications/client/push-device", () => ({ renewPushSubscription: jest.fn() }));

const liked = {
  type: "like",
  custom: false,
  message: "liked your post",
  senderId: { name: "Kabir Rao" },
} as Notification;

test("equal news is announced again, and several at once by their number", () => {
  const me = ownUser();
  freshBrowser(me);
  fakeApi(() => ({ status: 200, body: { unreadCount: 0 } }));
  show(<LiveNotifications personId={me._id} />);
  const arrive = (arrived: Notification[]) =>
    act(() => jest.mocked(useLiveNotifications).mock.lastCall?.[1].onArrival(arrived));
  const said = () => screen.getByRole("status").firstElementChild;
  arrive([liked]);
  const first = said();
  expect(first?.textContent).toBe("New notification: Kabir Rao liked your post");
  arrive([liked]);
  expect(said()?.textContent).toBe(first?.textContent);
  // A screen reader says what is inserted, and not what stays the same.
  expect(said()).not.toBe(first);
  arrive([liked, liked]);
  expect(said()?.textContent).toBe("2 new notifications");
});
