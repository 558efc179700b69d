import "server-only";
import * as z from "zod";
import { log } from "@/lib/platform/log";
import type { ProfileColumns, UnwrittenColumn } from "@/lib/profiles/server/profile-rows";
import { shortText } from "@/lib/reports/policy";
import { type Evidence, evidenceSchema, reportedVersionSchema, type Snapshot } from "@/lib/reports/schema";
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

/** A profile that was cleared has more in its snapshot (lib/moderation/server/profile.ts). */
export const storedSnapshotSchema = z.object({ versions: z.array(z.json()) }).catchall(z.json());

/**
 * The entries of a stored list that have today's shape. A case stays readable without the others,
 * of which the log says so.
 */
function readable<Item>(schema: z.ZodType<Item>, stored: unknown[]): Item[] {
  return stored.flatMap((item) => {
    const { data, error } = schema.safeParse(item);
    if (error) log().error({ err: error }, "a part of a case has a shape that is no longer read");
    return data === undefined ? [] : [data];
  });
}

export const storedVersions = (stored: unknown): StoredVersion[] =>
  readable(storedVersionSchema, storedSnapshotSchema.parse(stored).versions);

/** The messages that a reporter sent along. */
export const storedEvidence = (stored: unknown): Evidence[] =>
  readable(evidenceSchema, z.array(z.unknown()).parse(stored ?? []));

/**
 * What copies show, piece by piece: texts, and pictures with their descriptions. What was replaced
 * or deleted before is shown no more.
 */
export const partsShown = (versions: StoredVersion[]): string[] =>
  versions
    .filter(({ isFormer }) => !isFormer)
    .flatMap(({ text, media }) => [text, ...media.map(({ publicId, altText }) => `${publicId} ${altText}`)])
    .filter((part) => part !== "");

/** The copies of a case as moderators see them. */
export function viewSnapshot(stored: unknown): Snapshot {
  return {
    versions: storedVersions(stored).map(({ media, ...version }) => ({
      ...version,
      media: media.map(({ purpose, altText, ...asset }) => {
        const { mediaUrl, thumbnail } = mediaUrls(asset);
        const _id = mediaIdOf(asset.publicId);
        return { _id, purpose, type: asset.mediaType, url: mediaUrl, thumbnail, altText };
      }),
    })),
  };
}

/** A file that the copies of a case name. */
export function storedMediaOf(stored: unknown, mediaId: string) {
  const media = storedVersions(stored).flatMap((version) => version.media);
  return media.find(({ publicId }) => mediaIdOf(publicId) === mediaId);
}

/** The unique part of a public id. */
const mediaIdOf = (publicId: string) => publicId.slice(publicId.lastIndexOf("/") + 1);

/**
 * A copy for lists: whose it was and how it began, as it was at that time or else when first
 * reported. What had been deleted before is named and not quoted. Empty once it is no longer
 * stored.
 */
export function aboutAt(stored: unknown, time: Date): { name: string; text: string } {
  const versions = storedVersions(stored);
  const seen = versions.filter(({ isFormer }) => !isFormer);
  const version = seen.findLast(({ takenAt }) => new Date(takenAt) <= time) ?? seen[0];
  return { name: version?.name ?? versions[0]?.name ?? "", text: shortText(version?.text ?? "") };
}

export type NamedPerson = { name: string; username: string | null };
type Copied = Partial<Pick<StoredVersion, "text" | "hashtags" | "media" | "post" | "answered">>;

export function versionOf(person: NamedPerson | null, copied: Copied): StoredVersion {
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

export function toMedia(
  purpose: StoredVersion["media"][number]["purpose"],
  altText: string,
  asset: MediaAsset,
) {
  const { publicId, mediaType, format, hasPoster } = asset;
  return { purpose, publicId, mediaType, format, hasPoster, altText };
}

/**
 * Copies what a person wrote or chose. A new column of a profile does not compile until it is
 * copied or in `UnwrittenColumn`.
 */
export function copyOfProfile(person: ProfileColumns): StoredVersion {
  const { name, username, bio, avatarId, bannerId, ...others } = person;
  others satisfies Pick<ProfileColumns, UnwrittenColumn> & {
    [Column in Exclude<keyof typeof others, UnwrittenColumn>]: never;
  };
  const pictures = [
    { purpose: "avatar" as const, publicId: avatarId },
    { purpose: "banner" as const, publicId: bannerId },
  ];
  const media = pictures.flatMap(({ purpose, publicId }) =>
    publicId
      ? [{ purpose, publicId, mediaType: "image" as const, format: "webp", hasPoster: false, altText: "" }]
      : [],
  );
  return versionOf({ name, username }, { text: bio, media });
}

/** A post, as it is named next to what is about it. */
export const toPost = (post: { id: string; caption: string; author: NamedPerson }) => ({
  _id: post.id,
  name: post.author.name,
  text: shortText(post.caption),
});
