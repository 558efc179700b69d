import "server-only";
import * as z from "zod";
import { routePattern } from "@/lib/analytics/policy";
import { log } from "@/lib/platform/log";
import { LogQuota } from "@/lib/platform/log-quota";

/**
 * Logs violations of the content security policy: which directive blocked what on which screen,
 * without ids. Anyone can send such reports, and a broken page sends many.
 */

/** The format of `report-uri`. */
const legacyReport = z.object({
  "csp-report": z.object({
    "document-uri": z.string().optional(),
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
    "blocked-uri": z.string().optional(),
    "source-file": z.string().optional(),
  }),
});
/** The format of the Reporting API. */
const reportList = z.array(
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

const quota = new LogQuota("content policy violations");

/** Logs the violations in `report`; anything that is not a report is ignored. */
export function logViolations(report: unknown, network: string): void {
  for (const violation of violationsOf(report)) {
    quota.spend(network, () => log().warn({ violation }, "content policy violation"));
  }
}

function violationsOf(report: unknown): Violation[] {
  const legacy = legacyReport.safeParse(report);
  if (legacy.success) {
    const fields = legacy.data["csp-report"];
    const directive = fields["effective-directive"] ?? fields["violated-directive"];
    return [describe(directive, fields["blocked-uri"], fields["document-uri"], fields["source-file"])];
  }
  const list = reportList.safeParse(report);
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
  blocked: originOf(blocked),
  page: routePattern(pathOf(page)),
  source: originOf(source),
});

/** The origin of a URL, whose path may name people, or a keyword such as `inline` or `eval`. */
function originOf(url: string | null | undefined): string {
  if (!url) return "";
  if (/^[a-z-]{1,20}$/.test(url)) return url;
  return URL.canParse(url) ? new URL(url).origin : "unknown";
}

const pathOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).pathname : "");
