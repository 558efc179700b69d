import { createHash } from "node:crypto";
import { contentSecurityPolicy } from "@/lib/platform/csp";
import { resetEnvForTests } from "@/lib/platform/env";

const policyOf = (nonce: string) =>
  new Map(
    contentSecurityPolicy(nonce)
      .split("; ")
      .map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]),
  );

/** The style sheet that sonner puts into a page when it loads. */
async function sonnerStyles(): Promise<string> {
  let styles = "";
  const element = {
    appendChild: (text: string) => {
      styles = text;
    },
  };
  const document = {
    head: { appendChild: () => undefined },
    createElement: () => element,
    createTextNode: String,
  };
  Object.assign(globalThis, { document });
  await import("sonner");
  Reflect.deleteProperty(globalThis, "document");
  return styles;
}

afterEach(() => {
  delete process.env.CLOUDINARY_URL;
  resetEnvForTests();
});

describe("the content security policy", () => {
  test("allows only scripts with this page's nonce", () => {
    const scripts = policyOf("n1").get("script-src");
    expect(scripts).toEqual(["'nonce-n1'", "'strict-dynamic'"]);
    expect(policyOf("n2").get("script-src")).toContain("'nonce-n2'");
  });

  test("allows only style elements with this page's nonce, and sonner's", async () => {
    const styles = policyOf("n1").get("style-src");
    const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(styles).toEqual([
      "'self'",
      "'nonce-n1'",
      hashOf(""),
      hashOf(await sonnerStyles()),
      "https://accounts.google.com",
    ]);
    expect(policyOf("n1").get("style-src-attr")).toEqual(["'unsafe-inline'"]);
  });

  test("names the reporting endpoint", () => {
    expect(policyOf("n").get("report-uri")).toEqual(["/api/csp-reports"]);
    expect(policyOf("n").get("report-to")).toEqual(["csp"]);
  });

  test("forbids plugins, framing, base elements and external form targets", () => {
    const policy = policyOf("n");
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    expect([...policy.values()].flat()).not.toContain("*");
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  test("allows Cloudinary only when it is configured", () => {
    expect(contentSecurityPolicy("n")).not.toContain("cloudinary");
    process.env.CLOUDINARY_URL = "cloudinary://key:secret@cloud";
    resetEnvForTests();
    expect(policyOf("n").get("img-src")?.join(" ")).toContain("cloudinary.com");
    expect(policyOf("n").get("connect-src")?.join(" ")).toContain("cloudinary.com");
    expect(contentSecurityPolicy("n")).not.toContain("secret");
  });
});
