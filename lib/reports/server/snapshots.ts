import "server-only";
import * as z from "zod";
import type { Tx } from "@/lib/platform/db";
import { NOT_BLOCKING, SHOWN } from "@/lib/profiles/server/visibility";
import { type ReportSubject, shortText } from "@/lib/reports/policy";
import { reportedVersionSchema, type Snapshot } from "@/lib/reports/schema";
import type { Viewer } from "@/lib/sessions/server/access";
import { mediaUrls } from "@/lib/uploads/server/rows";
import type { MediaAsset } from "@/prisma/generated/client/client";

/** Copies of what people report, so that a case outlives its subject. */

/** A copy as it is stored. Addresses of media are derived when it is shown. */
const storedVersionSchema = reportedVersionSchema.extend({
  media: z.array(
    z.object({
      purpose: z.enum(["post", "avatar", "banner"]),
      publicId: z.string(),
      mediaType: z.enum(["image", "video"]),
      format: z.string(),
      hasPoster: z.boolean(),
      altText: z.string(),
    }),
  ),
});
export type StoredVersion = z.infer<typeof storedVersionSchema>;
export const storedSnapshotSchema = z.object({ versions: z.array(storedVersionSchema) });

/** The copies of a case as moderators see them. */
export function viewSnapshot(stored: unknown): Snapshot {
  const { versions } = storedSnapshotSchema.parse(stored);
  return {
    versions: versions.map(({ media, ...version }) => ({
      ...version,
      media: media.map(({ purpose, altText, ...asset }) => {
        const { mediaUrl, thumbnail } = mediaUrls(asset);
        return { purpose, type: asset.mediaType, url: mediaUrl, thumbnail, altText };
      }),
    })),
  };
}

/**
 * A copy for lists: whose it was and how it began, as it was at that time or else when first
 * reported. Empty once it is no longer stored.
 */
export function aboutAt(stored: unknown, time: Date): { name: string; text: string } {
  const { versions } = storedSnapshotSchema.parse(stored);
  const version = versions.findLast(({ takenAt }) => new Date(takenAt) <= time) ?? versions[0];
  return { name: version?.name ?? "", text: shortText(version?.text ?? "") };
}

/** What there is to report, whose it is, and its copy. */
export type Content = { personId: string | null; version: StoredVersion };

/**
 * The content as it is now, as this viewer may see it; everything there is without a viewer.
 * Undefined when there is none.
 */
export type FindContent = (tx: Tx, id: string, viewer: Viewer | undefined) => Promise<Content | undefined>;

export const FIND: Record<ReportSubject, FindContent> = {
  post: findPost,
  comment: findComment,
  message: findMessage,
  person: findPerson,
};

const PERSON = { select: { id: true, name: true, username: true } } as const;

type Person = { name: string; username: string | null };
type Copied = Partial<Pick<StoredVersion, "text" | "hashtags" | "media" | "post">>;

function versionOf(person: Person | null, copied: Copied): StoredVersion {
  return {
    takenAt: new Date().toISOString(),
    name: person?.name ?? "",
    username: person?.username ?? "",
    text: "",
    hashtags: [],
    media: [],
    post: null,
    ...copied,
  };
}

function toMedia(purpose: StoredVersion["media"][number]["purpose"], altText: string, asset: MediaAsset) {
  const { publicId, mediaType, format, hasPoster } = asset;
  return { purpose, publicId, mediaType, format, hasPoster, altText };
}

async function findPost(tx: Tx, id: string, viewer: Viewer | undefined): Promise<Content | undefined> {
  const post = await tx.post.findUnique({
    where: { id, ...(viewer && { isActive: true, author: NOT_BLOCKING(viewer.id) }) },
    include: {
      author: PERSON,
      asset: true,
      moreMedia: { orderBy: { position: "asc" }, include: { asset: true } },
    },
  });
  if (!post) return undefined;
  const media = [post, ...post.moreMedia].map(({ asset, altText }) => toMedia("post", altText, asset));
  const { author, caption, hashtags } = post;
  return { personId: author.id, version: versionOf(author, { text: caption, hashtags, media }) };
}

async function findComment(tx: Tx, id: string, viewer: Viewer | undefined): Promise<Content | undefined> {
  const comment = await tx.comment.findUnique({
    where: {
      id,
      ...(viewer && {
        withheldAt: null,
        author: NOT_BLOCKING(viewer.id),
        post: { isActive: true, author: NOT_BLOCKING(viewer.id) },
      }),
    },
    include: { author: PERSON, post: { include: { author: PERSON } } },
  });
  if (!comment) return undefined;
  const { author, content, post } = comment;
  return { personId: author.id, version: versionOf(author, { text: content, post: toPost(post) }) };
}

async function findMessage(tx: Tx, id: string, viewer: Viewer | undefined): Promise<Content | undefined> {
  const message = await tx.message.findUnique({
    where: { id, ...(viewer && { deletedAt: null, withheldAt: null }) },
    include: { sender: PERSON, conversation: { include: { participants: true } } },
  });
  if (!message) return undefined;
  if (viewer) {
    const own = message.conversation.participants.find(({ personId }) => personId === viewer.id);
    if (!own || message.seq <= own.hiddenSeq) return undefined;
  }
  const { sender, text, postId } = message;
  const [post = null] = postId ? await findSharedPosts(tx, [postId]) : [];
  return { personId: sender?.id ?? null, version: versionOf(sender, { text, post }) };
}

async function findPerson(tx: Tx, id: string, viewer: Viewer | undefined): Promise<Content | undefined> {
  const person = await tx.user.findUnique({
    where: { id, ...(viewer && { ...NOT_BLOCKING(viewer.id), verifiedAt: { not: null } }) },
  });
  if (!person) return undefined;
  const pictures = [
    { purpose: "avatar" as const, publicId: person.avatarId },
    { purpose: "banner" as const, publicId: person.bannerId },
  ];
  const media = pictures.flatMap(({ purpose, publicId }) =>
    publicId
      ? [{ purpose, publicId, mediaType: "image" as const, format: "webp", hasPoster: false, altText: "" }]
      : [],
  );
  return { personId: person.id, version: versionOf(person, { text: person.bio, media }) };
}

/** The posts that messages carry, as they are named beside them. Hidden ones are left out. */
export async function findSharedPosts(tx: Tx, ids: string[]) {
  const posts = await tx.post.findMany({
    where: { id: { in: ids }, ...SHOWN },
    include: { author: PERSON },
  });
  return posts.map(toPost);
}

const toPost = (post: { id: string; caption: string; author: Person }) => ({
  _id: post.id,
  name: post.author.name,
  text: shortText(post.caption),
});
