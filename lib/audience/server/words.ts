import "server-only";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Whether a text is free of the viewer's muted words. The pattern is read once a query; without one
 * no text is folded. It is stored compressed: `|| ''` decompresses it once as well, and not for
 * each text.
 */
export const hasNoMutedWord = (viewerId: string, text: Prisma.Sql) =>
  Prisma.sql`CASE WHEN (SELECT muted_pattern IS NULL FROM users WHERE id = ${viewerId}::uuid) THEN true
    ELSE (fold_name(${text}) ~ (SELECT muted_pattern || '' FROM users WHERE id = ${viewerId}::uuid)) IS NOT TRUE END`;
