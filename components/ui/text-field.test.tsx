/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { TextField } from "@/components/ui/text-field";

describe("a field", () => {
  test("a screen reader hears its label, then what is wrong, then the hint", () => {
    render(<TextField label="Email" hint="As on your card" error="Please enter a valid email address." />);
    const input = screen.getByLabelText("Email");
    const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
    const texts = ids.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toEqual(["Please enter a valid email address.", "As on your card"]);
    expect(input.getAttribute("aria-invalid")).toBe("true");
  });

  test("a field that is fine is described by its hint alone and is not invalid", () => {
    render(<TextField label="Email" hint="As on your card" />);
    const input = screen.getByLabelText("Email");
    expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "As on your card",
    );
    expect(input.hasAttribute("aria-invalid")).toBe(false);
  });

  test("a message that appears later is announced from a region that was there before", () => {
    const { rerender, container } = render(<TextField label="Email" />);
    const region = container.querySelector("[aria-live=polite]");
    expect(region?.textContent).toBe("");
    rerender(<TextField label="Email" success="This email is supported" />);
    expect(container.querySelector("[aria-live=polite]")).toBe(region);
    expect(region?.textContent).toBe("This email is supported");
  });
});
