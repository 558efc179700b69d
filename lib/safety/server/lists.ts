import "server-only";
import { type Cursor, paginate } from "@/lib/api/pagination";
import { openPeople } from "@/lib/audience/server/people";
import { db } from "@/lib/platform/db";
import type { UserListItem } from "@/lib/profiles/schema";
import { toUserListItem } from "@/lib/profiles/server/rows";
import type { BlocksAnswer, HiddenPeopleQuery, MutedPerson, MutesAnswer } from "@/lib/safety/schema";
import type { Viewer } from "@/lib/sessions/server/access";
import type { Prisma, User } from "@/prisma/generated/client/client";

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
    select: { createdAt: true, blocked: { select: { ...PERSON, conversations: conversationsWith(viewer) } } },
  });
  const page = paginate(
    rows.map(({ createdAt, blocked }) => ({ id: blocked.id, createdAt, person: blocked })),
    limit,
  );
  return {
    people: page.rows.map(({ person }) => ({
      // Blocking leaves both circles, and shows no more than whom to unblock.
      ...toListed({ ...person, department: null, batch: null, isInCircle: false }),
      conversationId: shownConversation(person.conversations),
    })),
    hasMore: page.nextCursor !== null,
    nextCursor: page.nextCursor,
  };
}

/**
 * The conversations between someone else and the viewer, with what the viewer has hidden of them.
 */
const conversationsWith = ({ id: personId }: Viewer) =>
  ({
    where: { conversation: { participants: { some: { personId } } } },
    select: {
      conversation: {
        select: {
          id: true,
          lastSeq: true,
          participants: { where: { personId }, select: { hiddenSeq: true } },
        },
      },
    },
  }) as const;

type ConversationsWith = Prisma.ConversationParticipantGetPayload<ReturnType<typeof conversationsWith>>[];

/** The one in which the viewer still has messages: what a blocked person wrote may be reported. */
function shownConversation(conversations: ConversationsWith): string | null {
  const shown = conversations.find(({ conversation: { lastSeq, participants } }) =>
    participants.some(({ hiddenSeq }) => hiddenSeq < lastSeq),
  );
  return shown?.conversation.id ?? null;
}

/** Without those who are blocked as well, or have blocked the viewer. */
export async function listMutes(viewer: Viewer, { cursor, limit }: HiddenPeopleQuery): Promise<MutesAnswer> {
  const rows = await db().mute.findMany({
    where: {
      muterId: viewer.id,
      muted: openPeople(viewer.id).where,
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
      muted: {
        select: {
          ...PERSON,
          department: true,
          batch: true,
          whoSeesBatch: true,
          followers: { where: { followerId: viewer.id } },
          following: { where: { followeeId: viewer.id } },
        },
      },
    },
  });
  const page = paginate(
    rows.map(({ createdAt, until, muted }) => ({ id: muted.id, createdAt, until, person: muted })),
    limit,
  );
  return {
    people: page.rows.map(
      ({ person, until }): MutedPerson => ({
        ...toListed({
          ...person,
          batch: person.whoSeesBatch === "everyone" || person.following.length > 0 ? person.batch : null,
          isInCircle: person.followers.length > 0,
        }),
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

const PERSON = {
  id: true,
  name: true,
  username: true,
  avatarId: true,
  collegeName: true,
  role: true,
} as const;

/** A person with the department and year that the viewer may see. */
type ShownPerson = Prisma.UserGetPayload<{ select: typeof PERSON }> &
  Pick<User, "department" | "batch"> & {
    isInCircle: boolean;
  };

function toListed(person: ShownPerson): UserListItem {
  return toUserListItem({
    userId: person.id,
    userName: person.name,
    userUsername: person.username,
    userAvatarId: person.avatarId,
    userRole: person.role,
    userDepartment: person.department,
    userBatch: person.batch,
    userCollege: person.collegeName,
    isInCircle: person.isInCircle,
  });
}
