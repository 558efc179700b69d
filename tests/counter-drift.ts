import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";
import { DRIFT_SQL, type Drift } from "@/scripts/cli/counter-drift";

/** Counters that differ from the rows they count; empty when all are correct. */
export const findDrift = () => db().sql<Drift>(Prisma.raw(DRIFT_SQL));
