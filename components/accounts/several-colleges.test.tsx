/** @jest-environment jsdom */
import { screen } from "@testing-library/react";
import { CollegeScreen } from "@/components/accounts/college-screen";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";

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

test("of several colleges none is chosen beforehand, and the field is not passed over", () => {
  freshBrowser();
  fakeApi(() => errorAnswer(500, "internal", "no"));
  const { container } = show(<CollegeScreen />);
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "College" }).value).toBe("");
  expect(container.querySelector("select")?.value).toBe("");
  expect(document.activeElement).toBe(document.body);
});
