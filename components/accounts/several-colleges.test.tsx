/** @jest-environment jsdom */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CollegeScreen } from "@/components/accounts/college-screen";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";

/** Several colleges are a field to search in. */

jest.mock("@/lib/product", () => {
  const actual = jest.requireActual("@/lib/product");
  const second = {
    ...actual.COLLEGES[0],
    code: "IITX",
    fullName: "IIT Example",
    emailDomains: ["iitx.example"],
  };
  return { ...actual, COLLEGES: [...actual.COLLEGES, second] };
});

const FULL_NAME = "Madhav Institute of Technology & Science, Gwalior";
const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "College" });

const open = () => {
  const { container } = show(<CollegeScreen />);
  const select = container.querySelector("select");
  if (!select) throw new Error("There is no native select.");
  return select;
};

beforeEach(() => {
  freshBrowser();
  fakeApi(() => errorAnswer(500, "internal", "no"));
});

test("of several colleges none is chosen beforehand, and the field is not passed over", () => {
  const select = open();
  expect([field().value, field().placeholder, select.value]).toEqual(["", "College Name", ""]);
  expect(document.activeElement).toBe(document.body);
});

test("the field is in sync with a native select, which browsers may fill in", async () => {
  const select = open();
  expect([select.name, select.tabIndex, select.getAttribute("aria-hidden")]).toEqual([
    "collegeName",
    -1,
    "true",
  ]);
  expect([...select.options].map(({ value, label }) => [value, label])).toEqual([
    ["", "College Name"],
    ["MITS", FULL_NAME],
    ["IITX", "IIT Example"],
  ]);
  await userEvent.type(field(), "gwalior");
  expect(select.value).toBe("");
  await userEvent.tab();
  expect(select.value).toBe("MITS");
  await userEvent.clear(field());
  expect(select.value).toBe("");

  await userEvent.selectOptions(select, "MITS");
  expect(field().value).toBe(FULL_NAME);
});

test("a college that is not among them is no choice", async () => {
  open();
  await userEvent.type(field(), "IIT Delhi");
  expect(screen.getByRole("status").textContent).toBe("No college found for “IIT Delhi”.");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByRole("alert").textContent).toBe("Please select your college.");
  expect(document.activeElement).toBe(field());
});
