/** @jest-environment jsdom */
import "@/tests/second-campus";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CollegeEmailScreen } from "@/components/accounts/college-email-screen";
import { CollegeScreen } from "@/components/accounts/college-screen";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";

beforeEach(() => {
  freshBrowser();
  fakeApi(() => errorAnswer(500, "internal", "no"));
});

test("the college of another campus file is the one to choose", () => {
  const { container } = show(<CollegeScreen />);
  const options = [...container.querySelectorAll("option")].map(({ value, textContent }) => [
    value,
    textContent,
  ]);
  expect(options).toEqual([
    ["", "College Name"],
    ["EXC", "Example College, Riverside"],
  ]);
  expect(document.body.textContent).not.toContain("Madhav");
});

test("each of its domains is recognised, and its first is the example", async () => {
  show(<CollegeEmailScreen />);
  const field = screen.getByLabelText<HTMLInputElement>("College email");
  expect(field.placeholder).toBe("you@students.college.example");
  expect(screen.getByText("It ends with @students.college.example or @college.example")).not.toBeNull();
  await userEvent.type(field, "ada@college.example");
  expect(screen.getByText("This email is supported")).not.toBeNull();
});
