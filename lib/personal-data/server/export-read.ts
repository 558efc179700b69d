import "server-only";
import { withLongQueries } from "@/lib/platform/db-connections";
import { env } from "@/lib/platform/env";
import { firstCharacters } from "@/lib/text/text";
import type { Prisma } from "@/prisma/generated/client/client";

/** How the lists of an export are read, and what they show of other people and their posts. */

/** Rows read at a time. */
export const ROWS = 500;

/** All rows of a list, one page at a time. `read` returns the page after `skip` rows. */
export async function* paged<Row>(
  read: (page: { take: number; skip: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let skip = 0; ; skip += ROWS) {
    const rows = await withLongQueries(() => read({ take: ROWS, skip }));
    yield* rows;
    if (rows.length < ROWS) return;
  }
}

/** What is read of another person, to name them unless they are hidden from the viewer. */
export const personFor = (viewerId: string) =>
  ({
    select: {
      id: true,
      name: true,
      username: true,
      isActive: true,
      blocks: { where: { blockedId: viewerId } },
      blockedBy: { where: { blockerId: viewerId } },
    },
  }) as const;

type ExportedPerson = Prisma.UserGetPayload<ReturnType<typeof personFor>>;

const isShown = ({ isActive, blocks, blockedBy }: ExportedPerson) =>
  isActive && blocks.length + blockedBy.length === 0;

/** The name of a person; null when they are hidden or gone. */
export const nameOf = (person: ExportedPerson | null | undefined) =>
  person && isShown(person) ? person.name : null;

/** What is read of a post that the viewer commented on, liked, shared or bookmarked. */
export const postFor = (viewerId: string) =>
  ({ select: { caption: true, isActive: true, author: personFor(viewerId) } }) as const;

type ActRow = { postId: string; post: Prisma.PostGetPayload<ReturnType<typeof postFor>> };

/** Characters of a caption: enough to know the post again. */
const CAPTION_START = 150;

/** Says which post an act is about. A hidden post shows neither author nor words. */
export function withPost<Row extends ActRow>({ post, ...row }: Row) {
  const { author, caption } = post;
  const named =
    post.isActive && isShown(author)
      ? { author: author.name, username: author.username, caption: firstCharacters(caption, CAPTION_START) }
      : null;
  return { ...row, link: `${env().APP_URL}/post/${row.postId}`, post: named };
}
