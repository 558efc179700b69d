/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import { Toasts } from "@/components/shell/toasts";
import { toast } from "@/components/ui/toast";

afterEach(() => toast.dismiss());

describe("a toast", () => {
  test("said before anything can draw it is shown as soon as something can, in a live region", async () => {
    const taken = toast.success("Never mind.");
    toast.error("The like was lost.");
    toast.dismiss(taken);
    render(<Toasts />);
    const text = await screen.findByText("The like was lost.");
    expect(text.closest("[aria-live=polite]")).not.toBeNull();
    expect(screen.queryByText("Never mind.")).toBeNull();
  });

  test("is shown at once afterwards, and goes when it is taken back", async () => {
    render(<Toasts />);
    const id = toast.message("Notification deleted.");
    expect(await screen.findByText("Notification deleted.")).toBeTruthy();
    toast.dismiss(id);
    await waitFor(() => expect(screen.queryByText("Notification deleted.")).toBeNull());
  });
});
