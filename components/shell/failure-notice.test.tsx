/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { FailureNotice } from "@/components/shell/failure-notice";
import { ApiClientError } from "@/lib/api/client/api-client-error";

const show = (error: Error & { digest?: string }) => render(<FailureNotice error={error} />);
const words = () => screen.getByRole("alert").textContent;

describe("the error screen", () => {
  test("says what went wrong, and reading goes on at its heading", () => {
    show(new Error("The library is closed today."));
    expect(words()).toContain("The library is closed today.");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Something went wrong" }));
    expect(screen.getByRole("button", { name: "Refresh Page" })).toBeTruthy();
    expect(document.title).toBe("Something went wrong · Campus Circle");
  });

  test("names the request that the server refused", () => {
    show(new ApiClientError(500, "internal", "Please try again.", { requestId: "0190-abc" }));
    expect(words()).toContain("Reference: 0190-abc");
  });

  test("finds a failure of the server in its log by the digest", () => {
    show(
      Object.assign(new Error("An error occurred in the Server Components render. …"), { digest: "1234" }),
    );
    expect(words()).toContain("An unexpected error occurred");
    expect(words()).toContain("Reference: 1234");
  });

  test.each([
    "",
    "Minified React error #441; visit https://react.dev/errors/441",
    "Failed to load chunk /_next/static/chunks/1.js",
    "Loading chunk 7 failed.",
  ])("does not show a person what only engineers read: %p", (message) => {
    show(new Error(message));
    expect(words()).toContain("An unexpected error occurred");
    expect(words()).not.toContain("chunk");
    expect(words()).not.toContain("Minified");
  });
});
