import { codeMail } from "@/lib/accounts/server/mails";

describe("the mail with a code", () => {
  test("shows it in the subject, in plain text and in HTML", async () => {
    const { subject, text, html } = await codeMail("042137");
    expect(subject).toBe("042137 is your Campus Circle code");
    expect(text).toContain("042137");
    expect(html).toContain("042137");
    for (const body of [text, html]) expect(body).toContain("in 10 minutes");
  });

  test("has no links and loads nothing", async () => {
    const { text, html } = await codeMail("042137");
    expect(text).not.toMatch(/https?:/);
    expect(html).not.toMatch(/<a\b|href=|src=|<img|<script|url\(|@import/i);
    // The only URLs left are in the doctype and its namespaces.
    expect(html.replace(/<!doctype[^>]*>/gi, "")).not.toMatch(/https?:/);
  });

  test("is one complete document with its language set", async () => {
    const { html } = await codeMail("042137");
    expect(html).toMatch(/^<!doctype html><html [^>]*lang="en"/);
    expect(html.match(/<html/g)).toHaveLength(1);
    expect(html.trimEnd()).toMatch(/<\/html>$/);
  });
});
