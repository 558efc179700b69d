import { readFileSync } from "node:fs";
import { CARD_LINES, COLLEGES, NO_COLLEGE } from "@/lib/product";

const unique = (texts: string[]) => expect(texts).toEqual([...new Set(texts)]);

describe("the colleges", () => {
  test("have codes, names and domains of their own", () => {
    unique([NO_COLLEGE, ...COLLEGES.map(({ code }) => code)]);
    unique(COLLEGES.map(({ fullName }) => fullName));
    unique(COLLEGES.map(({ emailDomain }) => emailDomain));
  });

  // Addresses and usernames are in lower case when they are compared with these.
  test.each(COLLEGES)("$code has a bare domain and its official names in lower case", (college) => {
    const { code, emailDomain, officialNames } = college;
    expect(emailDomain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    for (const name of officialNames) expect(name).toMatch(/^[a-z0-9]+$/);
    expect(officialNames).toEqual(
      expect.arrayContaining([code.toLowerCase(), emailDomain.split(".", 1)[0]?.replaceAll("-", "")]),
    );
  });
});

describe("the documents", () => {
  const textOf = (file: string) => readFileSync(file, "utf8").replace(/\s+/g, " ");

  test.each(COLLEGES)("name $code, in full and with its domain", ({ code, fullName, emailDomain }) => {
    const text = textOf("docs/product.md");
    const names = [`\`${code}\``, fullName, `\`${emailDomain}\``];
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });

  test.each(["README.md", "docs/product.md", "package.json"])(
    "%s speaks of one college only while there is one",
    (file) => {
      expect(textOf(file).includes("one college")).toBe(COLLEGES.length === 1);
    },
  );
});

test("the picture of a shared link says what it should: else draw it again", () => {
  expect(readFileSync("app/opengraph-image.alt.txt", "utf8").trim()).toBe(CARD_LINES.join(". "));
});
