import "server-only";
import { mutedOrHiddenIds } from "@/lib/audience/server/people";
import { commentablePosts } from "@/lib/audience/server/posts";
import { LIKERS_SHOWN } from "@/lib/posts/policy";
import type { CommentAudience, Post, PostMedia, Withheld } from "@/lib/posts/schema";
import { type MentionsRow, mentionsColumn } from "@/lib/profiles/server/mentions";
import {
  toUserSummary,
  type UserCollegeRow,
  userCollegeColumn,
  userSummaryColumns,
} from "@/lib/profiles/server/rows";
import type { CardBackground } from "@/lib/text/card-look";
import { mediaUrls } from "@/lib/uploads/server/rows";
import { Prisma } from "@/prisma/generated/client/client";

/** The SQL columns of a post, and their mapping to the wire format. */

/** A row selected with `withheldColumn`. */
export type WithheldRow = {
  withheld: { reason: string | null; decisionId: string | null; at: string } | null;
};

/** Why moderators withhold a post or comment, by the name of its table: null while they do not. */
export const withheldColumn = (table: Prisma.Sql) => Prisma.sql`
  CASE WHEN ${table}.withheld_at IS NOT NULL THEN json_build_object('decisionId', ${table}.decision_id, 'at', ${table}.withheld_at,
    'reason', (SELECT d.reason FROM decisions d WHERE d.id = ${table}.decision_id)) END AS withheld`;

export function toWithheld({ withheld }: WithheldRow): { withheld?: Withheld } {
  if (!withheld) return {};
  const { reason, decisionId, at } = withheld;
  return { withheld: { reason: reason ?? "", decisionId, at: new Date(at).toISOString() } };
}

/** A picture or video of a post. */
type MediaRow = {
  publicId: string;
  mediaType: "image" | "video";
  format: string;
  hasPoster: boolean;
  width: number;
  height: number;
  placeholder: string;
  altText: string;
};

export type PostRow = UserCollegeRow &
  WithheldRow &
  MentionsRow & {
    id: string;
    /** Text in a page, which is read as JSON, as is `editedAt`. */
    createdAt: Date | string;
    caption: string;
    cardBackground: CardBackground | null;
    media: MediaRow[];
    hashtags: string[];
    likesCount: number;
    commentsCount: number;
    sharesCount: number;
    isLiked: boolean;
    isBookmarked: boolean;
    isMuted: boolean;
    whoCanComment: CommentAudience;
    canComment: boolean;
    editedAt: Date | string | null;
    likers: string[];
  };

/**
 * The columns of a post `p` with its author `u`, as the viewer sees it. Counts come from counter
 * columns; likes are read only for the latest likers, through the index on post and time.
 */
export const postColumns = (viewerId: string) => Prisma.sql`
    p.id, p.created_at AS "createdAt", p.caption, p.card_background AS "cardBackground", p.hashtags, p.likes_count AS "likesCount",
    p.comments_count AS "commentsCount", p.shares_count AS "sharesCount", p.edited_at AS "editedAt",
    p.who_can_comment::text AS "whoCanComment", ${commentablePosts(viewerId)} AS "canComment",
    ${userSummaryColumns(viewerId)}, ${userCollegeColumn}, ${withheldColumn(Prisma.sql`p`)},
    ${mentionsColumn(viewerId, Prisma.sql`mention.post_id = p.id`)},
    (SELECT json_agg(json_build_object('publicId', a.public_id, 'mediaType', a.media_type, 'format', a.format,
        'hasPoster', a.has_poster, 'width', a.width, 'height', a.height, 'placeholder', a.placeholder, 'altText', m.alt_text)
        ORDER BY m.position)
      FROM post_media m JOIN media_assets a ON a.id = m.asset_id WHERE m.post_id = p.id) AS media,
    EXISTS (SELECT FROM likes l WHERE l.post_id = p.id AND l.user_id = ${viewerId}::uuid) AS "isLiked",
    EXISTS (SELECT FROM bookmarks b WHERE b.post_id = p.id AND b.user_id = ${viewerId}::uuid) AS "isBookmarked",
    EXISTS (SELECT FROM post_mutes m WHERE m.post_id = p.id AND m.user_id = ${viewerId}::uuid) AS "isMuted",
    ARRAY(SELECT l.user_id::text FROM likes l WHERE l.post_id = p.id AND l.user_id NOT IN ${mutedOrHiddenIds(viewerId)}
      ORDER BY l.created_at DESC, l.user_id LIMIT ${LIKERS_SHOWN}) AS likers`;

export const postJoins = Prisma.sql`JOIN users u ON u.id = p.author_id`;

function toMedia(row: MediaRow): PostMedia {
  const { mediaType, width, height, placeholder, altText } = row;
  return { ...mediaUrls(row), mediaType, width, height, placeholder, altText };
}

/** The post as the viewer sees it for whom the row was read. */
export function toPost(row: PostRow): Post {
  const media = row.media.map(toMedia);
  const [first] = media;
  if (!first) throw new Error(`Post ${row.id} has no media.`);
  return {
    _id: row.id,
    userId: { ...toUserSummary(row), collegeName: row.userCollege },
    caption: row.caption,
    mentions: row.mentions ?? [],
    ...first,
    ...(media.length > 1 && { media }),
    ...(row.cardBackground && { kind: "card" as const, background: row.cardBackground }),
    hashtags: row.hashtags,
    visibility: "public",
    likes: row.likers,
    isLiked: row.isLiked,
    isBookmarked: row.isBookmarked,
    likesCount: row.likesCount,
    commentsCount: row.commentsCount,
    sharesCount: row.sharesCount,
    isActive: row.withheld === null,
    whoCanComment: row.whoCanComment,
    canComment: row.canComment,
    isMuted: row.isMuted,
    createdAt: new Date(row.createdAt).toISOString(),
    editedAt: row.editedAt && new Date(row.editedAt).toISOString(),
    ...toWithheld(row),
  };
}
