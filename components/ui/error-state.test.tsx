/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ErrorState } from "@/components/ui/error-state";
import { ApiClientError } from "@/lib/api/client/api-client-error";

const serverError = new ApiClientError(500, "internal", "The library is closed.", { requestId: "0190-abc" });
const alertText = () => screen.getByRole("alert").textContent;

describe("an error state", () => {
  test("shows the message and the request id", () => {
    render(<ErrorState error={serverError} onRetry={() => {}} />);
    expect(alertText()).toContain("The library is closed.");
    expect(alertText()).toContain("Reference: 0190-abc");
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  });

  test("shows the request id even with a custom message", () => {
    render(<ErrorState error={serverError} message="The outbox couldn't be read." />);
    expect(alertText()).toBe("The outbox couldn't be read.Reference: 0190-abc");
  });

  test("shows no reference for an error without one", () => {
    render(<ErrorState error={new ApiClientError(0, "network", "We can't reach the server.")} />);
    expect(alertText()).toBe("We can't reach the server.");
  });
});
