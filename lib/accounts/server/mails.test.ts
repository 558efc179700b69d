import { codeMail, type PasswordChange, passwordMail } from "@/lib/accounts/server/mails";

const CHANGES: PasswordChange[] = ["set", "changed", "removed"];
const all = () => Promise.all([codeMail("042137"), ...CHANGES.map(passwordMail)]);

const PREVIEW = /<div style="display:none[^>]*>(.*?)<\/div>(?:<\/div>)?/s;

/** The words of a mail's body, without its preview, which only an inbox shows. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>.*?<\/head>/s, "")
    .replace(PREVIEW, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, "");

test("the mail with a code shows it in subject, preview, plain text and HTML", async () => {
  const { subject, text, html } = await codeMail("042137");
  expect(subject).toBe("042137 is your Campus Circle code");
  expect(text).toContain("\n042137\n");
  expect(PREVIEW.exec(html)?.[1]).toMatch(/^Code 042137, for the next 10 minutes\./);
  for (const body of [text, html]) expect(body).toContain("in 10 minutes");
});

test("both versions of a mail say the same", async () => {
  for (const { text, html } of await all()) {
    const plain = text.replace(/\s+/g, "");
    // In HTML the name is above the message, in plain text below it.
    const name = "CampusCircle";
    expect(wordsOf(html)).toBe(name + plain.replace(/CampusCircle:Connect/, "Connect"));
  }
});

test("the dark theme reaches every element that has a light colour", async () => {
  for (const { html } of await all()) {
    const light = [...html.matchAll(/<(\w+)([^>]*background-color:[^>]*)>/g)].map(
      ([, tag, rest]) => /class="([^"]*)"/.exec(rest ?? "")?.[1] ?? tag,
    );
    // The cell without a class is the body's: `.page > table > tbody > tr > td`.
    expect(light.filter((name) => name !== "code")).toEqual(["page", "td", "card"]);
    expect(html).toMatch(/<body class="page".*?<table[^>]*><tbody><tr><td[^>]*background-color/s);
    expect(html).toContain(".page > table > tbody > tr > td {");
  }
});

test("a mail has no links and loads nothing", async () => {
  for (const { text, html } of await all()) {
    expect(text).not.toMatch(/https?:/);
    expect(html).not.toMatch(/<a\b|href=|src=|<img|<script|url\(|@import/i);
    // The only URLs left are in the doctype and its namespaces.
    expect(html.replace(/<!doctype[^>]*>/gi, "")).not.toMatch(/https?:/);
  }
});

test("a mail is one complete document with its language set", async () => {
  const { html } = await codeMail("042137");
  expect(html).toMatch(/^<!doctype html><html [^>]*lang="en"/);
  expect(html.match(/<html/g)).toHaveLength(1);
  expect(html.trimEnd()).toMatch(/<\/html>$/);
});
