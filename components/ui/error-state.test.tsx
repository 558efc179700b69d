/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ErrorState } from "@/components/ui/error-state";
import { ApiClientError } from "@/lib/api/client/api-client-error";

const refused = new ApiClientError(500, "internal", "The library is closed.", { requestId: "0190-abc" });
const words = () => screen.getByRole("alert").textContent;

describe("something that could not be loaded", () => {
  test("says what failed, and the request that finds it in the log", () => {
    render(<ErrorState error={refused} onRetry={() => {}} />);
    expect(words()).toContain("The library is closed.");
    expect(words()).toContain("Reference: 0190-abc");
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  });

  test("keeps the reference where a screen has a sentence of its own", () => {
    render(<ErrorState error={refused} message="The outbox couldn't be read." />);
    expect(words()).toBe("The outbox couldn't be read.Reference: 0190-abc");
  });

  test("speaks of no reference where there is none", () => {
    render(<ErrorState error={new ApiClientError(0, "network", "We can't reach the server.")} />);
    expect(words()).toBe("We can't reach the server.");
  });
});
