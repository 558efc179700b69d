/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { AffiliationChip } from "@/components/circles/affiliation-chip";
import hindi from "@/lib/language/hi.json";
import { LanguageProvider } from "@/lib/language/translate";
import { CSE_2027, UNAFFILIATED } from "@/tests/user-fixture";

test("a chip is short for eyes, and in words for ears", () => {
  render(<AffiliationChip affiliation={CSE_2027} />);
  expect(screen.getByText("CSE ’27").getAttribute("aria-hidden")).toBe("true");
  expect(screen.getByText("CSE, class of 2027").className).toContain("sr-only");
});

test("a chip speaks the reader's language", () => {
  render(
    <LanguageProvider language="hi" messages={hindi}>
      <AffiliationChip affiliation={CSE_2027} />
      <AffiliationChip
        affiliation={{ role: "faculty", department: "ECE", batch: null, label: "Faculty · ECE" }}
      />
    </LanguageProvider>,
  );
  expect(screen.getByText("CSE, 2027 का बैच")).toBeTruthy();
  expect(screen.getAllByText("शिक्षक · ECE")).toHaveLength(2);
});

test("nothing stands beside the name of whom nothing is known", () => {
  const { container } = render(<AffiliationChip affiliation={UNAFFILIATED} />);
  expect(container.innerHTML).toBe("");
});
