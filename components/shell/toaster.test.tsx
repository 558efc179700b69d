/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import { Toaster } from "@/components/shell/toaster";
import { toast } from "@/components/ui/toast";

afterEach(() => toast.dismiss());

describe("a toast", () => {
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
