import "server-only";
import type { Post } from "@/lib/posts/contract";
import { LIKERS_SHOWN } from "@/lib/posts/limits";
import { mediaUrls } from "@/lib/uploads/view";
import { hiddenPeople, type MemberRow, memberColumns, viewMember } from "@/lib/users/view";
import { Prisma } from "@/prisma/generated/client/client";

/** A post's row as the wire shows it, and the SQL that makes the row. */

export type PostRow = MemberRow & {
  id: string;
  createdAt: Date;
  author_college: string;
  caption: string;
  alt_text: string;
  hashtags: string[];
  likes_count: number;
  comments_count: number;
  shares_count: number;
  is_active: boolean;
  /** Those of the viewers who like it. */
  liked_by: string[];
  likers: string[];
  public_id: string;
  media_type: "image" | "video";
  format: string;
  width: number;
  height: number;
  placeholder: string;
};

/**
 * The columns of a post `p` with its author `u` and media `m`, for these viewers. Counters are columns; only the latest
 * likers are read, through the index of likes by post and time.
 */
export function postColumns(viewerIds: string[]): Prisma.Sql {
  return Prisma.sql`
    p.id, p.created_at AS "createdAt", p.caption, p.alt_text, p.hashtags,
    p.likes_count, p.comments_count, p.shares_count, p.is_active,
    ${memberColumns}, u.college_name AS author_college,
    m.public_id, m.media_type::text AS media_type, m.format, m.width, m.height, m.placeholder,
    ARRAY(SELECT mine.user_id::text FROM likes mine
      WHERE mine.post_id = p.id AND mine.user_id = ANY(${viewerIds}::uuid[])) AS liked_by,
    ARRAY(SELECT l.user_id::text FROM likes l WHERE l.post_id = p.id AND l.user_id NOT IN ${hiddenPeople}
      ORDER BY l.created_at DESC, l.user_id LIMIT ${LIKERS_SHOWN}) AS likers`;
}

/** Restricts posts `p` to those that people see. */
export const isShown = Prisma.sql`p.is_active AND p.author_id NOT IN ${hiddenPeople}`;

export const postJoins = Prisma.sql`JOIN users u ON u.id = p.author_id JOIN media_assets m ON m.id = p.asset_id`;

/** A post as `viewerId`, one of those its row was read for, sees it. */
export function viewPost(row: PostRow, viewerId: string): Post {
  return {
    _id: row.id,
    userId: { ...viewMember(row), collegeName: row.author_college },
    caption: row.caption,
    ...mediaUrls({ publicId: row.public_id, mediaType: row.media_type, format: row.format }),
    mediaType: row.media_type,
    hashtags: row.hashtags,
    visibility: "public",
    likes: row.likers,
    isLiked: row.liked_by.includes(viewerId),
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    sharesCount: row.shares_count,
    isActive: row.is_active,
    createdAt: row.createdAt.toISOString(),
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    altText: row.alt_text,
  };
}
