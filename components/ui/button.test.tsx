/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button } from "@/components/ui/button";

describe("a loading button", () => {
  test("submits nothing on another Enter or press, and stays focused", async () => {
    const submit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const form = (loading: boolean) => (
      <form onSubmit={submit}>
        <input aria-label="Name" />
        <Button type="submit" isPending={loading}>
          Next
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    await userEvent.type(screen.getByLabelText("Name"), "Ishita{Enter}");
    expect(submit).toHaveBeenCalledTimes(1);

    rerender(form(true));
    await userEvent.type(screen.getByLabelText("Name"), "{Enter}");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(submit).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Next" }));
  });
});
