/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { TextField } from "@/components/ui/text-field";

describe("a text field", () => {
  test("is described by its error, then by its hint", () => {
    render(<TextField label="Email" hint="As on your card" error="Please enter a valid email address." />);
    const input = screen.getByLabelText("Email");
    const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
    const texts = ids.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toEqual(["Please enter a valid email address.", "As on your card"]);
    expect(input.getAttribute("aria-invalid")).toBe("true");
  });

  test("without an error is described by its hint and is not invalid", () => {
    render(<TextField label="Email" hint="As on your card" />);
    const input = screen.getByLabelText("Email");
    expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "As on your card",
    );
    expect(input.hasAttribute("aria-invalid")).toBe(false);
  });

  test("announces a later message in a live region that already exists", () => {
    const { rerender, container } = render(<TextField label="Email" />);
    const region = container.querySelector("[aria-live=polite]");
    expect(region?.textContent).toBe("");
    rerender(<TextField label="Email" success="This email is supported" />);
    expect(container.querySelector("[aria-live=polite]")).toBe(region);
    expect(region?.textContent).toBe("This email is supported");
  });
});
