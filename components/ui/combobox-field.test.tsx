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

let chosen: string[];

function Form() {
  const [value, setValue] = useState("");
  chosen.push(value);
  return (
    <>
      <ComboboxField
        label="College"
        name="collegeName"
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
  chosen = [];
  render(<Form />);
});

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "College" });
const options = () => screen.queryAllByRole("option").map((option) => option.dataset.value);
const value = () => chosen.at(-1);

describe("a choice one can type in", () => {
  test("opens with a press and shows everything; a press chooses", async () => {
    expect(field().getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(field());
    expect(field().getAttribute("aria-expanded")).toBe("true");
    expect(options()).toEqual(["MITS", "SATI", "UIT"]);
    await userEvent.click(screen.getByRole("option", { name: /^Samrat/ }));
    expect(value()).toBe("SATI");
    expect(field().value).toBe("Samrat Ashok Technological Institute, Vidisha");
    expect(document.querySelector<HTMLInputElement>("[name=collegeName]")?.value).toBe("SATI");
    expect(options()).toEqual([]);
  });

  test.each([
    ["its short name", "mits", ["MITS"]],
    ["its city and a part of a word", "bhopal tech", ["UIT"]],
    ["a further word", "mitsgwl", ["MITS"]],
    ["what several have", "INSTITUTE", ["MITS", "SATI", "UIT"]],
  ])("is found by %s", async (_, typed, found) => {
    await userEvent.type(field(), typed);
    expect(options()).toEqual(found);
    expect(screen.getByRole("status").textContent).toBe(found.length === 1 ? "1 match" : "3 matches");
  });

  test("the first match is taken with Enter, the others with the arrow keys", async () => {
    await userEvent.type(field(), "institute");
    const first = screen.getByRole("option", { name: /^Madhav/ });
    expect(field().getAttribute("aria-activedescendant")).toBe(first.id);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(value()).toBe("SATI");
    expect(field().getAttribute("aria-expanded")).toBe("false");
  });

  test("leaving the field takes the highlighted one, by Tab and by a press elsewhere", async () => {
    await userEvent.type(field(), "vidi");
    await userEvent.tab();
    expect(value()).toBe("SATI");
    await userEvent.clear(field());
    await userEvent.type(field(), "bhop");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(value()).toBe("UIT");
    expect(field().value).toBe("University Institute of Technology, Bhopal");
  });

  test("nothing is chosen by looking at the list", async () => {
    await userEvent.click(field());
    await userEvent.tab();
    expect(value()).toBe("");
  });

  test("says so when nothing matches, and takes back what was chosen", async () => {
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

  test("Escape closes the list, and the next one empties the field", async () => {
    await userEvent.type(field(), "inst");
    await userEvent.keyboard("{Escape}");
    expect(field().value).toBe("inst");
    expect(options()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    expect(field().value).toBe("");
  });
});
