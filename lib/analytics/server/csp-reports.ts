import "server-only";
import * as z from "zod";
import { routePattern } from "@/lib/analytics/route-pattern";
import { log } from "@/lib/platform/log";

/**
 * Violations of the content security policy, one log line each: which rule, what it stopped and on
 * which screen, never whose. Anybody can send such reports, and one broken page sends many, so an
 * instance writes a few of them and counts the rest.
 */

const LINES_MAX = 30;
const WINDOW_MS = 10 * 60_000;

/** As `report-uri` sends it, and as the Reporting API does. */
const reportUri = z.object({
  "csp-report": z.object({
    "document-uri": z.string().optional(),
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
    "blocked-uri": z.string().optional(),
    "source-file": z.string().optional(),
  }),
});
const reportingApi = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      documentURL: z.string().optional(),
      effectiveDirective: z.string().optional(),
      blockedURL: z.string().nullish(),
      sourceFile: z.string().nullish(),
    }),
  }),
);

type Violation = { directive: string; blocked: string; page: string; source: string };

let window = { endsAt: 0, lines: 0, dropped: 0 };

/** Logs the violations in `report`; what is no report is ignored. */
export function logViolations(report: unknown): void {
  for (const violation of violationsOf(report)) {
    const now = Date.now();
    if (now > window.endsAt) {
      if (window.dropped > 0) log().warn({ dropped: window.dropped }, "more content policy violations");
      window = { endsAt: now + WINDOW_MS, lines: 0, dropped: 0 };
    }
    if (window.lines < LINES_MAX) {
      window.lines += 1;
      log().warn({ violation }, "content policy violation");
    } else window.dropped += 1;
  }
}

function violationsOf(report: unknown): Violation[] {
  const old = reportUri.safeParse(report);
  if (old.success) {
    const said = old.data["csp-report"];
    const directive = said["effective-directive"] ?? said["violated-directive"];
    return [describe(directive, said["blocked-uri"], said["document-uri"], said["source-file"])];
  }
  const list = reportingApi.safeParse(report);
  if (!list.success) return [];
  return list.data
    .filter(({ type }) => type === "csp-violation")
    .map(({ body }) => describe(body.effectiveDirective, body.blockedURL, body.documentURL, body.sourceFile));
}

const describe = (
  directive: string | undefined,
  blocked: string | null | undefined,
  page: string | undefined,
  source: string | null | undefined,
): Violation => ({
  directive: (directive ?? "").slice(0, 50),
  blocked: siteOf(blocked),
  page: routePattern(pathOf(page)),
  source: siteOf(source),
});

/**
 * The origin of an address, or the keyword that stands in its place (`inline`, `eval`): paths may
 * name people.
 */
function siteOf(address: string | null | undefined): string {
  if (!address) return "";
  if (/^[a-z-]{1,20}$/.test(address)) return address;
  return URL.canParse(address) ? new URL(address).origin : "unknown";
}

const pathOf = (address: string | undefined) =>
  address && URL.canParse(address) ? new URL(address).pathname : "";
