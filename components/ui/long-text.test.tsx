/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LongText } from "@/components/ui/long-text";

test("a text of many lines is opened and closed again", async () => {
  const { container } = render(<LongText text={"1\n".repeat(70)} />);
  const lines = () => container.textContent?.match(/1/g)?.length;
  expect(lines()).toBe(12);
  await userEvent.click(screen.getByRole("button", { name: "Show more", expanded: false }));
  expect(lines()).toBe(70);
  await userEvent.click(screen.getByRole("button", { name: "Show less", expanded: true }));
  expect(lines()).toBe(12);
});

test("a short one has no button, and neither has a long line without a limit", () => {
  render(<LongText text={"word ".repeat(90)} />);
  expect(screen.queryByRole("button")).toBeNull();
});
