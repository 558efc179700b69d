/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { Toaster } from "@/components/shell/toaster";

afterEach(() => toast.dismiss());

describe("a toast", () => {
  test("shows in a live region, and disappears when dismissed", async () => {
    render(<Toaster />);
    const id = toast.message("Notification deleted.");
    const text = await screen.findByText("Notification deleted.");
    expect(text.closest("[aria-live=polite]")).not.toBeNull();
    toast.dismiss(id);
    await waitFor(() => expect(screen.queryByText("Notification deleted.")).toBeNull());
  });
});
