/** @jest-environment jsdom */

import { createHash } from "node:crypto";
import { render, screen, within } from "@testing-library/react";
import type { Token, Tokens } from "marked";
import { LegalPage } from "@/components/legal/legal-page";
import { LicencesPage } from "@/components/legal/licences-page";
import { Markdown } from "@/components/legal/markdown";
import { ENGLISH } from "@/lib/language/translator";
import {
  ACCESSIBILITY_DATE,
  LEGAL_DATE,
  LEGAL_DOCUMENTS,
  LEGAL_PAGES,
  LEGAL_TITLES,
  LEGAL_VERSION,
} from "@/lib/legal/policy";
import { getLegalDocument, parseLegalDocument } from "@/lib/legal/server/document";
import { GUIDELINES, LICENCES, PRIVACY, TERMS } from "@/lib/paths";
import { APP_NAME, OPERATOR } from "@/lib/product";

/** The legal documents, and the line that names them. */

describe("legal", () => {
  /** Of the documents as people read them, the names filled in. */
  const digest = () =>
    createHash("sha256")
      .update(LEGAL_DOCUMENTS.flatMap((name) => getLegalDocument(name).map(({ raw }) => raw)).join(""))
      .digest("hex");

  // Another digest under the same version is right where only the wording changed.
  test("documents that say something new have a new version", () => {
    expect([LEGAL_VERSION, digest()]).toEqual([
      "1.0",
      "8104ccd79fde44590f70c172dc0b2414b1d1e3b82a6ea876603cdcea40a97d92",
    ]);
  });

  test("each document has a path of its own", () => {
    expect(LEGAL_DOCUMENTS.map((name) => `/${name}`)).toEqual([GUIDELINES, PRIVACY, TERMS]);
  });

  describe.each(LEGAL_PAGES)("the page of the %s", (name) => {
    test("has its title, version and day, the names of the product and the college, and links to the others", () => {
      render(<LegalPage name={name} document={getLegalDocument(name)} />);
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(LEGAL_TITLES.en[name]);
      const version = `Version ${LEGAL_VERSION}, ${LEGAL_DATE}`;
      expect(
        screen.getByText(name === "accessibility" ? `As of ${ACCESSIBILITY_DATE}` : version),
      ).toBeTruthy();
      const text = document.body.textContent ?? "";
      expect(text).toContain(APP_NAME);
      expect(text).toContain(OPERATOR.name);
      expect(text).toContain(OPERATOR.grievanceOfficer.email);
      expect(text).not.toMatch(/[{}|]|\*\*|\]\(/);
      const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
      expect(links).toContain(LICENCES);
      for (const other of LEGAL_PAGES) if (other !== name) expect(links).toContain(`/${other}`);
    });

    test("has a link to each section, and in its text only links that lead somewhere", () => {
      render(<LegalPage name={name} document={getLegalDocument(name)} />);
      const contents = within(screen.getByRole("navigation", { name: "On this page" })).getAllByRole("link");
      const headings = screen.getAllByRole("heading", { level: 2 }).slice(1);
      expect(contents.map(({ textContent }) => textContent)).toEqual(
        headings.map((heading) => heading.textContent),
      );
      expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
      for (const link of screen.getAllByRole("link")) {
        const [path = "", section] = (link.getAttribute("href") ?? "").split("#");
        if (path === "" && section) expect(document.getElementById(section)).not.toBeNull();
        else if (section) expect(sectionsOf(path)).toContain(section);
        else
          expect(path).toMatch(
            /^(?:\/(?:accessibility|guidelines|complaint|licences|privacy|terms)?(?:(?<=.)\/hindi)?$|https:|mailto:)/,
          );
      }
    });
  });

  /** The ids of the sections of another document. */
  function sectionsOf(path: string): string[] {
    const name = LEGAL_DOCUMENTS.find((one) => path === `/${one}`);
    if (!name) return [];
    const { container } = render(<Markdown tokens={getLegalDocument(name)} />);
    return [...container.querySelectorAll("h2")].map(({ id }) => id);
  }

  test("HTML in a document never reaches a page, and a name that is not known is an error", () => {
    jest.spyOn(console, "error").mockImplementation(() => undefined);
    const tokens = parseLegalDocument('Hello <img src=x onerror="alert(1)">');
    expect(() => render(<Markdown tokens={tokens} />)).toThrow("Unknown Markdown");
    expect(() => parseLegalDocument("{unknown}")).toThrow("Legal documents have no {unknown}.");
  });

  test.each(LEGAL_DOCUMENTS)(
    "the %s in Hindi have the sections of the English ones, and say which governs",
    (name) => {
      const shape = (document: readonly Token[]) =>
        document.map((token) =>
          token.type === "table" ? `table ${(token as Tokens.Table).rows.length}` : token.type,
        );
      const hindi = getLegalDocument(name, "hi");
      expect(shape(hindi)).toEqual(shape(getLegalDocument(name)));
      expect(hindi[0]?.raw).toContain("अंग्रेज़ी पाठ मान्य होगा");
      render(<LegalPage name={name} language="hi" document={hindi} />);
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(LEGAL_TITLES.hi[name]);
      expect(screen.getByRole("link", { name: "Read in English" }).getAttribute("href")).toBe(`/${name}`);
      const links = within(screen.getByRole("navigation", { name: "इस पृष्ठ पर" })).getAllByRole("link");
      for (const link of links) {
        const [, section = ""] = (link.getAttribute("href") ?? "").split("#");
        expect(document.getElementById(decodeURIComponent(section))).not.toBeNull();
      }
    },
  );
});

describe("licences page", () => {
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
});
