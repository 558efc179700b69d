import "server-only";
import type { CaseDetail } from "@/lib/moderation/schema";
import { visibleCases } from "@/lib/moderation/server/access";
import type { CaseFacts } from "@/lib/moderation/server/rows";
import { db } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";
import type { Prisma } from "@/prisma/generated/client/client";

/**
 * What is counted for each of some cases that the viewer sees, in one query: how often each reason
 * was given, the most frequent first; the tiny picture that represents the media, of which a sealed
 * case has none; and the open cases about the same person, without those the viewer doesn't see.
 */
export async function readFacts(viewer: Viewer, ids: string[]): Promise<(id: string) => CaseFacts> {
  const seesSealed = viewer.staffRole === "admin";
  const rows = await db().sql<CaseFacts & { id: string }>`
    SELECT c.id,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('reason', g.reason, 'count', g.count) ORDER BY g.count DESC, g.reason)
        FROM (SELECT reason, count(*)::int AS count FROM reports WHERE case_id = c.id GROUP BY reason) g), '[]') AS reasons,
      CASE WHEN c.is_sealed THEN NULL ELSE (SELECT NULLIF(a.placeholder, '') FROM media_assets a
        WHERE a.public_id = jsonb_path_query_first(c.snapshot, '$.versions[*].media[*].publicId') #>> '{}') END AS thumbnail,
      (SELECT count(*)::int FROM moderation_cases o
        WHERE o.person_id = c.person_id AND o.closed_at IS NULL AND (${seesSealed} OR NOT o.is_sealed)) AS "openOfPerson"
    FROM moderation_cases c WHERE c.id = ANY(${ids}::uuid[])`;
  return (id) => {
    const { id: _, ...facts } = rows.find((row) => row.id === id) ?? NOTHING;
    return facts;
  };
}

const NOTHING = { id: "", reasons: [], thumbnail: null, openOfPerson: 0 };

type Record = CaseDetail["reports"][number]["record"];

/** How many of their other reports were decided, and were right, for each reporter of a case. */
export async function readRecords(
  viewer: Viewer,
  { id, reports }: { id: string; reports: { reporterId: string | null }[] },
): Promise<(reporterId: string | null) => Record> {
  const ids = reports.flatMap(({ reporterId }) => reporterId ?? []);
  const isRight = { undoneAt: null, outcome: { not: "no_violation" } } as const;
  const count = (decisions: Prisma.DecisionListRelationFilter) =>
    db().report.groupBy({
      by: ["reporterId"],
      where: { reporterId: { in: ids }, case: { ...visibleCases(viewer), id: { not: id }, decisions } },
      _count: true,
    });
  const [right, decided] = await Promise.all([count({ some: isRight }), count({ some: { undoneAt: null } })]);
  const of = (counts: typeof right, reporterId: string | null) =>
    counts.find((row) => row.reporterId === reporterId)?._count ?? 0;
  return (reporterId) =>
    reporterId === null ? null : { right: of(right, reporterId), decided: of(decided, reporterId) };
}
