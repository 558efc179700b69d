import "server-only";
import { type Cursor, paginate } from "@/lib/api/pagination";
import { db } from "@/lib/platform/db";
import type { UserListItem } from "@/lib/profiles/schema";
import { toUserListItem } from "@/lib/profiles/server/rows";
import { SEEN_BY } from "@/lib/profiles/server/visibility";
import type { BlocksAnswer, HiddenPeopleQuery, MutedPerson, MutesAnswer } from "@/lib/safety/schema";
import type { Viewer } from "@/lib/sessions/server/access";
import type { Prisma } from "@/prisma/generated/client/client";

/** Whom a person has blocked and muted, the latest first. No one else reads these. */

export async function listBlocks(
  viewer: Viewer,
  { cursor, limit }: HiddenPeopleQuery,
): Promise<BlocksAnswer> {
  const rows = await db().block.findMany({
    where: {
      blockerId: viewer.id,
      blocked: { isActive: true },
      ...(cursor && { OR: after(cursor, (id) => ({ blockedId: id })) }),
    },
    orderBy: [{ createdAt: "desc" }, { blockedId: "asc" }],
    take: limit + 1,
    select: { createdAt: true, blocked: { select: PERSON } },
  });
  const page = paginate(
    rows.map(({ createdAt, blocked }) => ({ id: blocked.id, createdAt, person: blocked })),
    limit,
  );
  return {
    // Blocking leaves both circles.
    people: page.rows.map(({ person }) => toListed(person, false)),
    hasMore: page.nextCursor !== null,
    nextCursor: page.nextCursor,
  };
}

/** Without those who are blocked as well, or have blocked the viewer. */
export async function listMutes(viewer: Viewer, { cursor, limit }: HiddenPeopleQuery): Promise<MutesAnswer> {
  const rows = await db().mute.findMany({
    where: {
      muterId: viewer.id,
      muted: SEEN_BY(viewer.id),
      AND: [
        { OR: [{ until: null }, { until: { gt: new Date() } }] },
        ...(cursor ? [{ OR: after(cursor, (id) => ({ mutedId: id })) }] : []),
      ],
    },
    orderBy: [{ createdAt: "desc" }, { mutedId: "asc" }],
    take: limit + 1,
    select: {
      createdAt: true,
      until: true,
      muted: { select: { ...PERSON, followers: { where: { followerId: viewer.id } } } },
    },
  });
  const page = paginate(
    rows.map(({ createdAt, until, muted }) => ({ id: muted.id, createdAt, until, person: muted })),
    limit,
  );
  return {
    people: page.rows.map(
      ({ person, until }): MutedPerson => ({
        ...toListed(person, person.followers.length > 0),
        mutedUntil: until?.toISOString() ?? null,
      }),
    ),
    hasMore: page.nextCursor !== null,
    nextCursor: page.nextCursor,
  };
}

/** The rows after a cursor: older ones, or equally old ones with a larger id. */
const after = <Where>({ at, id }: Cursor, largerId: (filter: { gt: string }) => Where) => [
  { createdAt: { lt: at } },
  { createdAt: at, ...largerId({ gt: id }) },
];

const PERSON = { id: true, name: true, username: true, avatarId: true, collegeName: true } as const;

function toListed(
  { id, name, username, avatarId, collegeName }: Prisma.UserGetPayload<{ select: typeof PERSON }>,
  isInCircle: boolean,
): UserListItem {
  const row = { userId: id, userName: name, userUsername: username, userAvatarId: avatarId };
  return toUserListItem({ ...row, userCollege: collegeName, isInCircle });
}
