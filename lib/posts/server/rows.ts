import "server-only";
import { LIKERS_SHOWN } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import {
  toUserSummary,
  type UserCollegeRow,
  userCollegeColumn,
  userSummaryColumns,
} from "@/lib/profiles/server/rows";
import { hiddenPeople } from "@/lib/profiles/server/visibility";
import { mediaUrls } from "@/lib/uploads/server/rows";
import { Prisma } from "@/prisma/generated/client/client";

/** The SQL columns of a post, and their mapping to the wire format. */

export type PostRow = UserCollegeRow & {
  id: string;
  createdAt: Date;
  caption: string;
  altText: string;
  hashtags: string[];
  likesCount: number;
  commentsCount: number;
  sharesCount: number;
  isActive: boolean;
  /** Which of the requesting viewers like it. */
  likedBy: string[];
  likers: string[];
  publicId: string;
  mediaType: "image" | "video";
  format: string;
  width: number;
  height: number;
  placeholder: string;
};

/**
 * The columns of a post `p` with its author `u` and media `m`, for these viewers. Counts come from
 * counter columns; likes are read only for the latest likers, through the index on post and time.
 */
export function postColumns(viewerIds: string[]): Prisma.Sql {
  return Prisma.sql`
    p.id, p.created_at AS "createdAt", p.caption, p.alt_text AS "altText", p.hashtags, p.likes_count AS "likesCount",
    p.comments_count AS "commentsCount", p.shares_count AS "sharesCount", p.is_active AS "isActive",
    ${userSummaryColumns}, ${userCollegeColumn},
    m.public_id AS "publicId", m.media_type::text AS "mediaType", m.format, m.width, m.height, m.placeholder,
    ARRAY(SELECT mine.user_id::text FROM likes mine
      WHERE mine.post_id = p.id AND mine.user_id = ANY(${viewerIds}::uuid[])) AS "likedBy",
    ARRAY(SELECT l.user_id::text FROM likes l WHERE l.post_id = p.id AND l.user_id NOT IN ${hiddenPeople}
      ORDER BY l.created_at DESC, l.user_id LIMIT ${LIKERS_SHOWN}) AS likers`;
}

export const postJoins = Prisma.sql`JOIN users u ON u.id = p.author_id JOIN media_assets m ON m.id = p.asset_id`;

/** The post as `viewerId` sees it; the row must have been read for that viewer. */
export function toPost(row: PostRow, viewerId: string): Post {
  return {
    _id: row.id,
    userId: { ...toUserSummary(row), collegeName: row.userCollege },
    caption: row.caption,
    ...mediaUrls(row),
    mediaType: row.mediaType,
    hashtags: row.hashtags,
    visibility: "public",
    likes: row.likers,
    isLiked: row.likedBy.includes(viewerId),
    likesCount: row.likesCount,
    commentsCount: row.commentsCount,
    sharesCount: row.sharesCount,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    altText: row.altText,
  };
}
