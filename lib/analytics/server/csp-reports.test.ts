import { api } from "@/tests/api";
import { captureLog } from "@/tests/log-lines";

/** Content security policy reports, sent as browsers do. */

const legacyReport = (document: string) => ({
  "csp-report": {
    "document-uri": document,
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/steal.js?token=secret",
    "source-file": "https://campus.example/_next/static/x.js",
    "original-policy": "…",
  },
});
const send = (body: unknown, type: string, ip = "203.0.113.1") =>
  api.post("/csp-reports", { body: JSON.stringify(body), headers: { "Content-Type": type }, ip });

const logged = captureLog();

test("reports are logged with what was blocked on which screen, and without ids", async () => {
  const page = "https://campus.example/profile/0190aaaa-0000-7000-8000-000000000000?q=private";
  expect((await send(legacyReport(page), "application/csp-report")).status).toBe(204);
  const report = [
    {
      type: "csp-violation",
      body: { documentURL: page, effectiveDirective: "img-src", blockedURL: "inline" },
    },
    { type: "deprecation", body: {} },
  ];
  expect((await send(report, "application/reports+json")).status).toBe(204);
  expect(logged()).toMatchObject([
    {
      violation: {
        directive: "script-src-elem",
        blocked: "https://evil.example",
        page: "/profile/{userId}",
        source: "https://campus.example",
      },
    },
    { violation: { directive: "img-src", blocked: "inline", page: "/profile/{userId}", source: "" } },
  ]);
});

test("anything else is ignored or rejected, and never fails", async () => {
  for (const body of [{}, [], null, 7, "text", [{ type: "csp-violation" }], { "csp-report": 1 }]) {
    expect((await send(body, "application/csp-report")).status).toBe(204);
  }
  const post = (body: string) => api.post("/csp-reports", { body });
  expect((await post("{")).status).toBe(400);
  expect((await post(`"${"a".repeat(70_000)}"`)).status).toBe(413);
  expect(logged()).toEqual([]);
});

test("a flood from one network is rejected, and hides no one else's reports from the log", async () => {
  const report = legacyReport("https://campus.example/");
  const statuses = new Set<number>();
  for (let sent = 0; sent < 60; sent++) {
    statuses.add((await send(report, "application/csp-report", "198.51.100.7")).status);
  }
  // One customer's thousands of networks count as one.
  for (let sent = 0; sent < 200; sent++) {
    await send(report, "application/csp-report", `2001:db8:99:${sent}::1`);
  }
  expect([...statuses]).toEqual([204, 429]);
  expect(logged().length).toBe(20);
  await send(report, "application/csp-report", "203.0.113.9");
  expect(logged().length).toBe(21);
});
