import { readFileSync } from "node:fs";
import { COLLEGES } from "@/lib/product";

describe("the documents", () => {
  const textOf = (file: string) => readFileSync(file, "utf8").replace(/\s+/g, " ");

  test.each(COLLEGES)("name $code, in full and with its domains", ({ code, fullName, emailDomains }) => {
    const text = textOf("docs/product.md");
    const names = [`\`${code}\``, fullName, ...emailDomains.map((domain) => `\`${domain}\``)];
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });

  test.each(["README.md", "docs/product.md", "package.json"])(
    "%s speaks of one college only while there is one",
    (file) => {
      expect(textOf(file).includes("one college")).toBe(COLLEGES.length === 1);
    },
  );
});
