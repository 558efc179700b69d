/** @jest-environment jsdom */
import { render, screen, within } from "@testing-library/react";
import { LicencesPage } from "@/components/legal/licences-page";
import { ENGLISH } from "@/lib/language/translator";

const one = { name: "one", version: "1.0.0", source: "https://github.com/a/one" };
const two = { name: "two", version: "2.0.0", source: "https://github.com/a/two" };

test("a licence names its packages, leads to their sources, and has its text folded", () => {
  render(
    <LicencesPage
      t={ENGLISH.t.bind(ENGLISH)}
      groups={[
        { licence: "MPL-2.0", text: "You may.", packages: [one, two] },
        { licence: "MIT", text: "", packages: [{ ...one, version: "1.1.0" }] },
      ]}
    />,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Third-party licences");
  const folded = screen.getByText("You may.").closest("details");
  expect(folded?.open).toBe(false);
  expect(within(folded as HTMLElement).getByText("Licence: MPL-2.0")).toBeTruthy();
  expect(screen.getByRole("link", { name: "two" }).getAttribute("href")).toBe(two.source);
  expect(screen.getByText("1.1.0")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Licence: MIT" }).getAttribute("href")).toBe(
    "https://spdx.org/licenses/MIT.html",
  );
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toContain("/terms");
  expect(links).not.toContain("/licences");
});
