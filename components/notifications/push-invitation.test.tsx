/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { usePushInvitation } from "@/components/notifications/live-notifications";
import { Toaster } from "@/components/shell/toaster";
import { toast } from "@/components/ui/toast";
import { messagesKeys } from "@/lib/messages/client/queries";
import { postsKeys } from "@/lib/posts/client/cache";
import { preferences } from "@/lib/settings/client/preferences";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();

function Invitation() {
  usePushInvitation(me._id);
  return <Toaster />;
}

/** A browser with push; nobody has decided, unless `permission` says so. */
function arrange({ permission = "default", pushKey = "key" as string | null } = {}) {
  freshBrowser(me);
  const requestPermission = jest.fn(async () => "denied");
  Object.assign(window, { PushManager: class {}, Notification: { permission, requestPermission } });
  const serviceWorker = { getRegistration: async () => undefined };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: serviceWorker });
  fakeApi(() => ({ status: 200, body: { preferences: {}, pushKey } }));
  const client = new QueryClient();
  show(<Invitation />, client);
  /** Does what `mutationKey` names, and waits for what follows from it. */
  const press = async (mutationKey: readonly unknown[], variables?: unknown) => {
    await act(async () => {
      const mutation = client.getMutationCache().build(client, { mutationKey, mutationFn: async () => true });
      await mutation.execute(variables);
      await import("@/components/notifications/push-invitation");
    });
    await waitFor(() => expect(client.isFetching()).toBe(0));
  };
  const like = (wanted = true) => press(postsKeys.like("roof"), { wanted });
  return { press, like, requestPermission };
}

const INVITATION = "Notify me about answers";
const invitation = () => screen.queryByText(INVITATION);

afterEach(() => {
  toast.dismiss();
  preferences.clear();
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(window, "PushManager");
  Reflect.deleteProperty(window, "Notification");
});

describe("the invitation to push", () => {
  test("comes after the first like, once on a device, and asks the browser on a press alone", async () => {
    const { like, requestPermission } = arrange();
    await like(false);
    expect(invitation()).toBeNull();
    await like();
    await screen.findByText(INVITATION);
    expect(requestPermission).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Turn on" }));
    await waitFor(() => expect(requestPermission).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(invitation()).toBeNull());
    await like();
    expect(invitation()).toBeNull();
    expect(localStorage.getItem("invitedToPush")).toBe("on");
  });

  test("comes after the first message, and Not now puts it away", async () => {
    const { press, requestPermission } = arrange();
    await press(postsKeys.bookmark("roof"), { wanted: true });
    expect(invitation()).toBeNull();
    await press(messagesKeys.send("kabir"));
    fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
    await waitFor(() => expect(invitation()).toBeNull());
    expect(requestPermission).not.toHaveBeenCalled();
  });

  test.each([
    ["it was decided already", { permission: "denied" }],
    ["it is switched on", { permission: "granted" }],
    ["the server has no push", { pushKey: null }],
  ])("does not come where %s", async (_, options) => {
    const { like } = arrange(options);
    await like();
    expect(invitation()).toBeNull();
  });

  test("does not come where the browser has no push, as on an iPhone without the app installed", async () => {
    const { like } = arrange();
    Reflect.deleteProperty(window, "PushManager");
    await like();
    expect(invitation()).toBeNull();
    expect(preferences.getState().invitedToPush).toBe(false);
  });
});
