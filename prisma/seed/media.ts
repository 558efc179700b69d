import { readFile } from "node:fs/promises";
import path from "node:path";
import { type ImportedAsset, importPicture, importVideo } from "@/lib/uploads/server/import";
import { type DemoData, postPublicId, publicIdOf } from "./demo-data";

/**
 * The pictures and videos of the demo campus (prisma/seed/media): stores them on the media host,
 * and returns their rows. All are drawn; none is a real photo.
 */

export const MEDIA_FOLDER = path.join(process.cwd(), "prisma/seed/media");

/** Pictures processed concurrently: decoding and encoding keep two cores busy. */
const CONCURRENCY = 2;

/**
 * Stores all media, sets the people's avatars and banners, and returns the assets to insert. Media
 * already stored are not processed again.
 */
export async function storeMedia(data: DemoData): Promise<ImportedAsset[]> {
  const assets: ImportedAsset[] = [];
  const jobs: (() => Promise<void>)[] = [];

  for (const row of data.posts) {
    const assetIds = data.postMedia.flatMap(({ postId, assetId }) => (postId === row.id ? [assetId] : []));
    for (const [position, { file }] of row.post.media.entries()) {
      jobs.push(async () => {
        const asset = await storePostMedia(file, row.authorId, postPublicId(row.post, position));
        assets.push({ ...asset, id: assetIds[position] ?? asset.id, attachedAt: row.createdAt });
      });
    }
  }
  for (const user of data.users) {
    const { avatar, banner } = user.person ?? {};
    const store = async (purpose: "avatar" | "banner", file: string) => {
      const publicId = publicIdOf(`${purpose} ${file}`);
      const picture = path.join(MEDIA_FOLDER, `${purpose}s`, file);
      const asset = await importPicture(picture, { ownerId: user.id, publicId, purpose });
      assets.push({ ...asset, attachedAt: user.createdAt });
      return publicId;
    };
    if (avatar)
      jobs.push(async () => {
        user.avatarId = await store("avatar", avatar);
      });
    if (banner)
      jobs.push(async () => {
        user.bannerId = await store("banner", banner);
      });
  }
  await runAll(jobs);
  return assets;
}

async function storePostMedia(file: string, ownerId: string, publicId: string): Promise<ImportedAsset> {
  const source = path.join(MEDIA_FOLDER, file);
  if (!file.endsWith(".mp4")) return importPicture(source, { ownerId, publicId, purpose: "post" });
  // The first frame lies next to the video.
  const [video, poster] = await Promise.all([readFile(source), readFile(source.replace(/mp4$/, "jpg"))]);
  return importVideo(video, poster, { ownerId, publicId });
}

async function runAll(jobs: (() => Promise<void>)[]): Promise<void> {
  const queue = jobs.values();
  const worker = async () => {
    for (const job of queue) await job();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
