/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

function Screen({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete post
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Are you sure you want to delete this post?"
        confirmLabel="Delete"
        danger
        onConfirm={onConfirm}
      />
    </>
  );
}

describe("a confirm dialog", () => {
  test("Enter right after it opens cancels, and returns the focus", async () => {
    const onConfirm = jest.fn();
    render(<Screen onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole("button", { name: "Delete post" }));
    const dialog = screen.getByRole("alertdialog", { name: "Are you sure you want to delete this post?" });
    expect(dialog.contains(document.activeElement)).toBe(true);

    await userEvent.keyboard("{Enter}");
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete post" }));
  });

  test("confirming closes it and acts once", async () => {
    const onConfirm = jest.fn();
    render(<Screen onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole("button", { name: "Delete post" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("Escape cancels", async () => {
    const onConfirm = jest.fn();
    render(<Screen onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole("button", { name: "Delete post" }));
    await userEvent.keyboard("{Escape}");
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
