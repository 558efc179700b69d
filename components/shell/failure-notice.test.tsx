/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { FailureNotice, page } from "@/components/shell/failure-notice";
import { ApiClientError } from "@/lib/api/client/api-client-error";

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

describe("the error screen", () => {
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
