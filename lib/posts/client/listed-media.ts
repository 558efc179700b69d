import type { MediaEdit, ReadyMedia } from "@/lib/posts/client/chosen-media";
import { rememberUpload, uploadedUrl } from "@/lib/uploads/client/early-upload";
import { loadMedia } from "@/lib/uploads/client/stored-media";

/**
 * How the tab lists a stored file: by its name in the browser's database, with its description and,
 * once it has been uploaded, where.
 */
export type ListedMedia = { id: string; altText: string; url?: string | undefined };

export const listed = ({ id, altText, media }: ReadyMedia): ListedMedia => ({
  id,
  altText,
  url: uploadedUrl(media),
});

export const isListed = (value: unknown): value is ListedMedia => {
  const { id, altText, url } = (value ?? {}) as Partial<Record<keyof ListedMedia, unknown>>;
  return (
    typeof id === "string" && typeof altText === "string" && ["string", "undefined"].includes(typeof url)
  );
};

/** The files that were listed as JSON. Storage can hold anything. */
export function parseList(json: string): ListedMedia[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list.filter(isListed) : [];
  } catch {
    return [];
  }
}

/** The stored file; undefined when it is gone, or when storage has been blocked since. */
export async function readListed({ id, altText, url }: ListedMedia): Promise<ReadyMedia | undefined> {
  const stored = await loadMedia<MediaEdit>(id).catch(() => undefined);
  if (!stored) return undefined;
  const { fileName, mediaType } = stored.media;
  if (url) rememberUpload(stored.media, url);
  return { ...stored, id, altText, fileName, mediaType, phase: "ready", isStored: true };
}
