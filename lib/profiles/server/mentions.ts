import "server-only";
import { hiddenPeopleIds } from "@/lib/audience/server/people";
import type { Mention } from "@/lib/profiles/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** People whom captions, comments, messages and bios name with `@username`. */

/** A row selected with `mentionsColumn`. Null: the text names no one the viewer may see. */
export type MentionsRow = { mentions: Mention[] | null };

/**
 * Whom a text names, for a viewer. The link goes by the person's id, so it follows them when they
 * take another username. `ofText` is the condition on `mention`.
 */
export const mentionsColumn = (viewerId: string, ofText: Prisma.Sql) => Prisma.sql`
  (SELECT json_agg(json_build_object('_id', mention.person_id, 'username', mention.username) ORDER BY mention.username)
    FROM mentions mention WHERE ${ofText} AND mention.person_id NOT IN ${hiddenPeopleIds(viewerId)}) AS mentions`;
