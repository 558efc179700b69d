/** @jest-environment jsdom */
import { QueryClient, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CircleButton } from "@/components/circles/circle-button";
import { Toaster } from "@/components/shell/toaster";
import { toast } from "@/components/ui/toast";
import { usersKeys } from "@/lib/profiles/client/cache";
import { userOptions } from "@/lib/profiles/client/queries";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, errorAnswer, fakeApi, show as showScreen } from "@/tests/browser-api";
import { ownUser, profileOf } from "@/tests/user-fixture";

const me = ownUser();
const kabir = profileOf(ownUser({ _id: "kabir", name: "Kabir Rao", circleCount: 3, followersCount: 3 }));
const followed = (isInCircle: boolean, circleCount: number): ApiAnswer => ({
  status: 200,
  body: { isInCircle, circleCount, message: "" },
});

/** Kabir's profile, rendered from the cache. */
function Profile() {
  const { data } = useQuery({ ...userOptions("kabir"), staleTime: Number.POSITIVE_INFINITY });
  if (!data) return null;
  return (
    <>
      <CircleButton person={data} />
      <p>{data.circleCount} in circle</p>
    </>
  );
}

function show(isInCircle = false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(usersKeys.me(), me);
  client.setQueryData(usersKeys.detail("kabir"), { ...kabir, isInCircle, isFollowing: isInCircle });
  showScreen(<Profile />, client);
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
  jest.spyOn(toast, "error").mockReturnValue("toast");
});

describe("the circle button", () => {
  test("joins optimistically; the server's count replaces the guess, and the profile is refetched", async () => {
    let respond: (answer: ApiAnswer) => void = () => {};
    const api = fakeApi(({ method }) =>
      method === "POST"
        ? new Promise((resolve) => {
            respond = resolve;
          })
        : {
            status: 200,
            body: {
              user: { ...kabir, isInCircle: true, isFollowing: true, circleCount: 9, followersCount: 9 },
            },
          },
    );
    show();
    await press("Join Circle");
    expect(screen.getByRole("button", { name: "In Circle" })).toBeTruthy();
    expect(screen.getByText("4 in circle")).toBeTruthy();
    await act(async () => respond(followed(true, 8)));
    expect(await screen.findByText("8 in circle")).toBeTruthy();
    expect(await screen.findByText("9 in circle", undefined, { timeout: 2_000 })).toBeTruthy();
    expect(api.calls[0]).toMatchObject({
      method: "POST",
      path: "/api/users/kabir/follow",
      body: { inCircle: true },
    });
    expect(api.calls.slice(1).map(({ path }) => path)).toContain("/api/users/kabir");
  });

  test("sends the last press when the page is left before the first is answered", async () => {
    const api = fakeApi(() => new Promise(() => {}));
    show();
    await press("Join Circle");
    await press("In Circle");
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() =>
      expect(api.calls.map(({ body }) => body)).toEqual([{ inCircle: true }, { inCircle: false }]),
    );
  });

  test("shows Leave on hover, but not right after joining", async () => {
    fakeApi(() => followed(true, 4));
    show();
    await press("Join Circle");
    const button = await screen.findByRole("button", { name: "In Circle" });
    const leave = () => screen.getByText("Leave").className;
    expect(leave()).not.toContain("group-hover");
    await userEvent.unhover(button);
    expect(leave()).toContain("group-hover");
  });

  test("the dot joins the ring right after a press, and not in a circle joined before", async () => {
    fakeApi(() => followed(true, 4));
    show();
    await press("Join Circle");
    const icon = () => document.querySelector("button svg")?.getAttribute("class");
    expect(icon()).toContain("animate-dot-in");
    cleanup();
    show(true);
    expect(icon()).not.toContain("animate-dot-in");
  });

  test("shows Leave only on hover: on keyboard focus the accessible name says what a press does", async () => {
    show(true);
    await userEvent.tab();
    const button = screen.getByRole("button", { name: "In Circle" });
    expect(document.activeElement).toBe(button);
    expect(screen.getByText("In Circle").className).not.toContain("focus");
    expect(screen.getByText("Leave").className).not.toContain("focus");
  });

  test("leaves, and of several quick presses the last one wins", async () => {
    const api = fakeApi(({ body }) => followed((body as { inCircle: boolean }).inCircle, 3));
    show(true);
    await press("In Circle");
    await press("Join Circle");
    await press("In Circle");
    await waitFor(() => expect(screen.getByRole("button", { name: "Join Circle" })).toBeTruthy());
    const sent = api.calls.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(sent[0]).toEqual({ inCircle: false });
    expect(sent.at(-1)).toEqual({ inCircle: false });
  });

  test("offers to undo leaving", async () => {
    const { calls } = fakeApi(({ body }) => followed((body as { inCircle: boolean }).inCircle, 3));
    show(true);
    render(<Toaster />);
    await press("In Circle");
    expect(await screen.findByText("You left Kabir Rao's circle.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "In Circle" })).toBeTruthy());
    const sent = () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
    await waitFor(() => expect(sent()).toEqual([{ inCircle: false }, { inCircle: true }]));
  });

  test.each([
    ["with the server's message", errorAnswer(404, "not_found", "User not found"), "User not found"],
    ["without a message of the server", { status: 502, body: undefined }, "Failed to update circle status"],
  ])("rolls back and shows an error: %s", async (_, answer, message) => {
    fakeApi(() => answer);
    show();
    await press("Join Circle");
    await waitFor(() => expect(toast.error).toHaveBeenCalledWith(message));
    expect(screen.getByRole("button", { name: "Join Circle" })).toBeTruthy();
    expect(screen.getByText("3 in circle")).toBeTruthy();
  });

  test("rolls back and shows an error: no network", async () => {
    fakeApi(() => {
      throw new TypeError("Failed to fetch");
    });
    show();
    await press("Join Circle");
    await waitFor(() =>
      expect(toast.error).toHaveBeenCalledWith("Failed to update circle status. Please try again."),
    );
    expect(screen.getByText("3 in circle")).toBeTruthy();
  });
});
