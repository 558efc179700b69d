import { readdirSync, readFileSync } from "node:fs";
import { accentProblem, accentStyle, contrast, shadesOf } from "@/lib/campus/accent";
import { parseCampusFile } from "@/lib/campus/schema";
import { utcOffsets } from "@/lib/campus/utc-offsets";
import { PEOPLE } from "@/prisma/seed/people";

/** The campus file. */

describe("schema", () => {
  const example = () => JSON.parse(readFileSync("campus/example.json", "utf8"));
  const parse = (value: unknown) => parseCampusFile(JSON.stringify(value), "campus.json");

  test.each(readdirSync("campus"))("campus/%s is right", (file) => {
    expect(() => parseCampusFile(readFileSync(`campus/${file}`, "utf8"), file)).not.toThrow();
  });

  test("the departments of MITS have the codes of its student numbers", () => {
    const { colleges } = parseCampusFile(readFileSync("campus/mits.json", "utf8"), "mits.json");
    const idCodes = colleges[0].departments.flatMap((department) => department.idCodes);
    for (const { collegeId } of Object.values(PEOPLE).filter((person) => person.collegeId))
      expect(idCodes).toContain(collegeId.slice(4, 6));
  });

  test("what is optional may be missing", () => {
    const { accent: _, ...campus } = example();
    const { departments: __, programmes: ___, ...college } = campus.colleges[0];
    const read = parse({ ...campus, colleges: [college] });
    expect(read.accent).toBeUndefined();
    expect(read.colleges[0]).toMatchObject({ departments: [], programmes: [] });
  });

  // biome-ignore lint/suspicious/noExplicitAny: each row breaks another part of what JSON holds
  type Break = (campus: any) => void;

  test.each<[string, Break, string]>([
    ["no name", (c) => delete c.name, "name is missing"],
    ["a name that the card cannot show", (c) => (c.name = "कैंपस"), "name must be 1 to 30 Latin letters"],
    ["an unknown field", (c) => (c.colour = "red"), "it has an unknown field: colour"],
    ["an unknown time zone", (c) => (c.timeZone = "Mars/Base"), "timeZone must be the name of a time zone"],
    ["an offset as time zone", (c) => (c.timeZone = "+05:30"), "timeZone must be the name of a time zone"],
    ["no college", (c) => (c.colleges = []), "colleges[0] is missing"],
    ["a college without a code", (c) => delete c.colleges[0].code, "colleges[0].code is missing"],
    ["a code of signs", (c) => (c.colleges[0].code = "--"), "colleges[0].code must be 1 to 20 letters"],
    [
      "a domain with @",
      (c) => (c.colleges[0].emailDomains = ["@a.example"]),
      "colleges[0].emailDomains[0] must be a bare domain",
    ],
    ["a number as a name", (c) => (c.colleges[0].fullName = 1), "colleges[0].fullName must be a string"],
    ["a college twice", (c) => c.colleges.push(c.colleges[0]), "colleges[1].code is there twice"],
    ["a domain twice", (c) => c.colleges.push(c.colleges[0]), "colleges[1].emailDomains is there twice"],
    [
      "a department twice",
      (c) => c.colleges[0].departments.push(c.colleges[0].departments[0]),
      "colleges[0].departments[2].code is there twice",
    ],
    [
      "an id code of two departments",
      (c) => c.colleges[0].departments[1].idCodes.push("CO"),
      "colleges[0].departments[1].idCodes is there twice",
    ],
    [
      "half a year",
      (c) => (c.colleges[0].programmes[0].years = 1.5),
      "colleges[0].programmes[0].years must be",
    ],
    [
      "a link of another kind",
      (c) => (c.colleges[0].helpLines[0].url = "javascript:alert(1)"),
      "colleges[0].helpLines[0].url must begin with https://",
    ],
    [
      "no address of mail",
      (c) => (c.operator.grievanceOfficer.email = "office"),
      "operator.grievanceOfficer.email must be an address of mail",
    ],
    ["a colour by name", (c) => (c.accent = "green"), "accent must be a colour such as #0b6b4f"],
    [
      "an accent too light for white text",
      (c) => (c.accent = "#ffbf47"),
      "accent is too light: white text on it has a contrast of 1.6:1 and needs 4.5:1",
    ],
    [
      "an accent too light for its own tint",
      (c) => (c.accent = "#757575"),
      "accent is too light: as text on a tint",
    ],
  ])("%s is a line that names the field", (_, breakIt, sentence) => {
    const campus = example();
    breakIt(campus);
    expect(() => parse(campus)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^CAMPUS_FILE campus\.json is wrong: [^\n]+\.$/),
      }),
    );
    expect(() => parse(campus)).toThrow(sentence);
  });

  test("all mistakes are in one line", () => {
    const campus = example();
    delete campus.timeZone;
    delete campus.operator.city;
    expect(() => parse(campus)).toThrow("is wrong: timeZone is missing; operator.city is missing.");
  });

  test("what is no JSON is a line as well", () => {
    expect(() => parseCampusFile("{", "campus.json")).toThrow(/^CAMPUS_FILE campus\.json is not JSON: /);
  });
});

describe("accent", () => {
  const css = readFileSync("app/globals.css", "utf8");

  /** What the first rule with these words in its selector says of each token. */
  function tokensOf(selector: string) {
    const rule = css
      .slice(css.indexOf(`${selector} {`))
      .split("}", 1)
      .join();
    const shade = (token: string) => new RegExp(`^ *${token}: (#[0-9a-f]{6});`, "m").exec(rule)?.[1];
    return {
      brand: shade("--brand"),
      strong: shade("--brand-strong"),
      soft: shade("--soft"),
      softStrong: shade("--soft-strong"),
    };
  }

  test("without an accent the shades of both themes are those of the style sheet", () => {
    expect(shadesOf(undefined)).toEqual({ light: tokensOf(":root"), dark: tokensOf('[data-theme="dark"]') });
  });

  test("contrast is that of WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  });

  test.each(["#3046e6", "#0b6b4f", "#8b0000", "#000000", "#6b21a8"])(
    "%s can be read in both themes",
    (accent) => {
      expect(accentProblem(accent)).toBeUndefined();
      const { light, dark } = shadesOf(accent);
      const pairs: [string, string][] = [
        ["#ffffff", light.brand],
        ["#ffffff", light.strong],
        // The darkest surface of the light theme, the page and a card of the dark one.
        ["#f0eee8", light.brand],
        [light.soft, light.brand],
        [light.softStrong, light.brand],
        ["#0d0f13", dark.brand],
        ["#0d0f13", dark.strong],
        ["#1d2129", dark.brand],
        [dark.soft, dark.brand],
        [dark.softStrong, dark.brand],
      ];
      for (const [one, other] of pairs) expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test("the style sheet sets the tokens of globals.css in both themes, and nothing else", () => {
    const style = accentStyle("#0b6b4f");
    const tokens = new Set(style.match(/--[a-z-]+(?=:)/g));
    expect([...tokens].sort()).toEqual(["--brand", "--brand-strong", "--bubble", "--soft", "--soft-strong"]);
    for (const token of tokens) expect(css).toContain(`  ${token}: `);
    expect(style).toContain(":root:root{--brand:#0b6b4f;");
    expect(style).toContain('[data-theme="dark"]{--brand:#');
  });
});

describe("utc offsets", () => {
  const from = Date.UTC(2026, 0, 1);
  const until = Date.UTC(2027, 0, 1);

  test.each([
    ["Asia/Kolkata", [[from, 330]]],
    ["UTC", [[from, 0]]],
    [
      "Europe/Dublin",
      [
        [from, 0],
        [Date.UTC(2026, 2, 29, 1), 60],
        [Date.UTC(2026, 9, 25, 1), 0],
      ],
    ],
    [
      "America/New_York",
      [
        [from, -300],
        [Date.UTC(2026, 2, 8, 7), -240],
        [Date.UTC(2026, 10, 1, 6), -300],
      ],
    ],
  ])("the clocks of %s in 2026", (timeZone, offsets) => {
    expect(utcOffsets(timeZone, from, until)).toEqual(offsets);
  });
});
