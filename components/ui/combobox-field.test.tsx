/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ComboboxField } from "@/components/ui/combobox-field";

const OPTIONS = [
  { value: "MITS", label: "Madhav Institute of Technology & Science, Gwalior", keywords: "mitsgwl.ac.in" },
  { value: "SATI", label: "Samrat Ashok Technological Institute, Vidisha" },
  { value: "UIT", label: "University Institute of Technology, Bhopal" },
];

let values: string[];

function Form() {
  const [value, setValue] = useState("");
  values.push(value);
  return (
    <>
      <ComboboxField
        label="College"
        placeholder="College Name"
        options={OPTIONS}
        value={value}
        onChange={setValue}
        noMatch={(typed) => `Nothing found for “${typed}”.`}
      />
      <button type="button">Continue</button>
    </>
  );
}

beforeEach(() => {
  values = [];
  render(<Form />);
});

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "College" });
const options = () => screen.queryAllByRole("option").map((option) => option.dataset.value);
const value = () => values.at(-1);

describe("a combobox", () => {
  test("opens with a press and shows all options; a press selects one", async () => {
    expect(field().getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(field());
    expect(field().getAttribute("aria-expanded")).toBe("true");
    expect(options()).toEqual(["MITS", "SATI", "UIT"]);
    await userEvent.click(screen.getByRole("option", { name: /^Samrat/ }));
    expect(value()).toBe("SATI");
    expect(field().value).toBe("Samrat Ashok Technological Institute, Vidisha");
    expect(options()).toEqual([]);
  });

  test.each([
    ["its short name", "mits", ["MITS"]],
    ["its city and part of a word", "bhopal tech", ["UIT"]],
    ["a keyword", "mitsgwl", ["MITS"]],
    ["a word that several share", "INSTITUTE", ["MITS", "SATI", "UIT"]],
  ])("finds options by %s", async (_, typed, matches) => {
    await userEvent.type(field(), typed);
    expect(options()).toEqual(matches);
    expect(screen.getByRole("status").textContent).toBe(matches.length === 1 ? "1 match" : "3 matches");
  });

  test("Enter selects the first match, the arrow keys reach the others", async () => {
    await userEvent.type(field(), "institute");
    const first = screen.getByRole("option", { name: /^Madhav/ });
    expect(field().getAttribute("aria-activedescendant")).toBe(first.id);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(value()).toBe("SATI");
    expect(field().getAttribute("aria-expanded")).toBe("false");
  });

  test("leaving the field, by Tab or by a press elsewhere, selects the highlighted option", async () => {
    await userEvent.type(field(), "vidi");
    await userEvent.tab();
    expect(value()).toBe("SATI");
    await userEvent.clear(field());
    await userEvent.type(field(), "bhop");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(value()).toBe("UIT");
    expect(field().value).toBe("University Institute of Technology, Bhopal");
  });

  test("opening the list selects nothing", async () => {
    await userEvent.click(field());
    await userEvent.tab();
    expect(value()).toBe("");
  });

  test("says when nothing matches, and clears the value", async () => {
    await userEvent.type(field(), "SATI{Enter}");
    expect(value()).toBe("SATI");
    expect(field().value).toBe("Samrat Ashok Technological Institute, Vidisha");
    await userEvent.clear(field());
    await userEvent.type(field(), "elsewhere");
    expect(value()).toBe("");
    expect(field().getAttribute("aria-expanded")).toBe("false");
    expect(screen.getByRole("status").textContent).toBe("Nothing found for “elsewhere”.");
    expect(screen.getAllByText("Nothing found for “elsewhere”.")).toHaveLength(2);
    await userEvent.tab();
    expect(field().value).toBe("elsewhere");
  });

  test("Escape closes the list, a second one clears the field", async () => {
    await userEvent.type(field(), "inst");
    await userEvent.keyboard("{Escape}");
    expect(field().value).toBe("inst");
    expect(options()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    expect(field().value).toBe("");
  });
});
