/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { FailureNotice } from "@/components/shell/failure-notice";
import { ApiClientError } from "@/lib/api/client/api-client-error";

const show = (error: Error & { digest?: string }) => render(<FailureNotice error={error} />);
const alertText = () => screen.getByRole("alert").textContent;

describe("the error screen", () => {
  test("shows the message, and focuses the heading", () => {
    show(new Error("The library is closed today."));
    expect(alertText()).toContain("The library is closed today.");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Something went wrong" }));
    expect(screen.getByRole("button", { name: "Refresh Page" })).toBeTruthy();
    expect(document.title).toBe("Something went wrong · Campus Circle");
  });

  test("shows the id of the failed request", () => {
    show(new ApiClientError(500, "internal", "Please try again.", { requestId: "0190-abc" }));
    expect(alertText()).toContain("Reference: 0190-abc");
  });

  test("shows the digest of a server error", () => {
    show(
      Object.assign(new Error("An error occurred in the Server Components render. …"), { digest: "1234" }),
    );
    expect(alertText()).toContain("An unexpected error occurred");
    expect(alertText()).toContain("Reference: 1234");
  });

  test.each([
    "",
    "Minified React error #441; visit https://react.dev/errors/441",
    "Failed to load chunk /_next/static/chunks/1.js",
    "Loading chunk 7 failed.",
  ])("hides messages meant for engineers: %p", (message) => {
    show(new Error(message));
    expect(alertText()).toContain("An unexpected error occurred");
    expect(alertText()).not.toContain("chunk");
    expect(alertText()).not.toContain("Minified");
  });
});
