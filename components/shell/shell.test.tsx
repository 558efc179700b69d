/** @jest-environment jsdom */

import { dehydrate, QueryClient, useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { FailureNotice, page } from "@/components/shell/failure-notice";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { Toaster } from "@/components/shell/toaster";
import { toast } from "@/components/ui/toast";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { show } from "@/tests/browser-api";

/** What is around every screen. */

const queryKey = ["posts"];

const load = jest.fn(async () => "now");

function Screen() {
  const { data } = useQuery({ queryKey, queryFn: load, staleTime: Number.POSITIVE_INFINITY });
  return <p>{data ?? "loading"}</p>;
}

describe("the error screen", () => {
  const requests: { url: string; body: Record<string, string> }[] = [];
  beforeEach(() => {
    requests.length = 0;
    globalThis.fetch = jest.fn(async (url, { body }) => {
      requests.push({ url, body: JSON.parse(body) });
      return new Response(null, { status: 204 });
    }) as never;
  });

  /** Shows the screen, and waits until it has reported the error. */
  async function show(error: Error & { digest?: string }) {
    const view = render(<FailureNotice error={error} />);
    await act(async () => {
      await import("@/lib/analytics/client/report-error");
    });
    return view;
  }
  const alertText = () => screen.getByRole("alert").textContent;

  test("shows the message, and focuses the heading", async () => {
    await show(new Error("The library is closed today."));
    expect(alertText()).toContain("The library is closed today.");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Something went wrong" }));
    expect(screen.getByRole("button", { name: "Refresh Page" })).toBeTruthy();
    expect(document.title).toBe("Something went wrong · Campus Circle");
  });

  test("reports an error of the browser once, under the reference it shows", async () => {
    const error = new TypeError("posts is undefined");
    const { unmount } = await show(error);
    unmount();
    await show(error);
    expect(requests).toEqual([
      {
        url: "/api/client-errors",
        body: {
          reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: "TypeError",
          message: "posts is undefined",
          stack: expect.stringContaining("TypeError: posts is undefined"),
          path: "/",
        },
      },
    ]);
    expect(alertText()).toContain(`Reference: ${requests[0]?.body.reference}`);
  });

  describe("of an old tab, whose code is gone after a release,", () => {
    const missing = () => Object.assign(new Error("Failed to load chunk /1.js"), { name: "ChunkLoadError" });
    let reload: jest.SpyInstance;
    beforeEach(() => {
      sessionStorage.clear();
      reload = jest.spyOn(page, "reload").mockReturnValue(undefined);
    });

    test("reloads the page once, and then shows and reports the error", async () => {
      const { unmount } = await show(missing());
      expect(reload).toHaveBeenCalledTimes(1);
      expect(screen.queryByRole("alert")).toBeNull();
      expect(requests).toEqual([]);
      unmount();
      await show(missing());
      expect(reload).toHaveBeenCalledTimes(1);
      expect(alertText()).toContain("An unexpected error occurred");
      expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Something went wrong" }));
      expect(requests).toHaveLength(1);
    });

    test("reloads again after a minute, for the next release", async () => {
      sessionStorage.setItem("reloadedAt", String(Date.now() - 61_000));
      await show(missing());
      expect(reload).toHaveBeenCalledTimes(1);
    });

    test("does not reload without a connection, or where storage is blocked", async () => {
      jest.spyOn(navigator, "onLine", "get").mockReturnValueOnce(false);
      const { unmount } = await show(missing());
      unmount();
      jest.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
        throw new Error("blocked");
      });
      await show(missing());
      expect(screen.getByRole("alert")).toBeTruthy();
      expect(reload).not.toHaveBeenCalled();
    });
  });

  test("reports nothing that the server has logged already", async () => {
    await show(Object.assign(new Error("…"), { digest: "1234" }));
    await show(new ApiClientError(500, "internal", "Please try again.", { requestId: "0190-abc" }));
    expect(requests).toEqual([]);
  });

  test("shows the id of the failed request", async () => {
    await show(new ApiClientError(500, "internal", "Please try again.", { requestId: "0190-abc" }));
    expect(alertText()).toContain("Reference: 0190-abc");
  });

  test("shows the digest of a server error", async () => {
    await show(
      Object.assign(new Error("An error occurred in the Server Components render. …"), { digest: "1234" }),
    );
    expect(alertText()).toContain("An unexpected error occurred");
    expect(alertText()).toContain("Reference: 1234");
  });

  test.each(["", "Minified React error #441; visit https://react.dev/errors/441"])(
    "hides messages meant for engineers: %p",
    async (message) => {
      await show(new Error(message));
      expect(alertText()).toContain("An unexpected error occurred");
      expect(alertText()).not.toContain("Minified");
    },
  );
});

describe("hydrate once", () => {
  /** A page as the server has sent it, with what it knew then. */
  function pageWith(answer: string) {
    const client = new QueryClient();
    client.setQueryData(queryKey, answer);
    const state = dehydrate(client);
    return () => (
      <HydrateOnce state={state}>
        <Screen />
      </HydrateOnce>
    );
  }

  function open(client: QueryClient, Page: ReturnType<typeof pageWith>) {
    return show(<Page />, client);
  }

  beforeEach(() => load.mockClear());

  test("a page shows what it came with, also when it renders again", () => {
    const client = new QueryClient();
    const Page = pageWith("then");
    const { rerender } = open(client, Page);
    rerender(<Page />);
    expect(screen.getByText("then")).toBeTruthy();
    expect(load).not.toHaveBeenCalled();
  });

  test("on Back, what has changed since then stays", () => {
    const client = new QueryClient();
    const Page = pageWith("then");
    open(client, Page).unmount();
    // As on a device whose clock is behind the server's.
    client.setQueryData(queryKey, "changed", { updatedAt: 1 });
    open(client, Page);
    expect(screen.getByText("changed")).toBeTruthy();
  });

  test("on Back, what has left the cache since then is loaded again", async () => {
    const client = new QueryClient();
    const Page = pageWith("then");
    open(client, Page).unmount();
    client.clear();
    open(client, Page);
    expect(screen.queryByText("then")).toBeNull();
    expect(await screen.findByText("now")).toBeTruthy();
  });

  test("on Back without a connection, the page shows what it came with", () => {
    const client = new QueryClient();
    const Page = pageWith("then");
    open(client, Page).unmount();
    client.clear();
    const onLine = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    open(client, Page);
    expect(screen.getByText("then")).toBeTruthy();
    expect(load).not.toHaveBeenCalled();
    onLine.mockRestore();
  });

  test("a page that the server renders anew brings its newer answer", async () => {
    const client = new QueryClient();
    open(client, pageWith("then")).unmount();
    client.setQueryData(queryKey, "old", { updatedAt: 1 });
    open(client, pageWith("newer"));
    expect(await screen.findByText("newer")).toBeTruthy();
  });
});

describe("a toast", () => {
  afterEach(() => toast.dismiss());

  test("that comes before its container has loaded shows as soon as it is there", async () => {
    toast.success("Your profile is saved.");
    toast.dismiss(toast.error("Taken back."));
    render(<Toaster />);
    await screen.findByText("Your profile is saved.");
    await waitFor(() => expect(screen.queryByText("Taken back.")).toBeNull());
  });

  test("shows in a live region, and disappears when dismissed", async () => {
    render(<Toaster />);
    const id = toast.message("Notification deleted.");
    const text = await screen.findByText("Notification deleted.");
    expect(text.closest("[aria-live=polite]")).not.toBeNull();
    toast.dismiss(id);
    await waitFor(() => expect(screen.queryByText("Notification deleted.")).toBeNull());
  });
});
