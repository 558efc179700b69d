import { type ImportedAsset, importPicture, importVideo } from "@/lib/uploads/server/import";
import { readClip } from "@/prisma/seed/art/clips";
import { drawAvatar, drawBanner, postPicture } from "@/prisma/seed/art/draw";
import { type DemoData, postPublicId, publicIdOf } from "./demo-data";

/**
 * The pictures and clips of the demo campus: draws them, stores them on the media host, and returns
 * their rows.
 */

/** Pictures drawn concurrently: drawing and encoding keep two cores busy. */
const CONCURRENCY = 2;

export type StoredMedia = {
  assets: ImportedAsset[];
  /** By asset id. */
  altTexts: Map<string, string>;
};

/**
 * Stores all media and sets the people's avatars and banners. Media already stored are not drawn
 * again.
 */
export async function storeMedia(data: DemoData): Promise<StoredMedia> {
  const assets: ImportedAsset[] = [];
  const altTexts = new Map<string, string>();
  const jobs: (() => Promise<void>)[] = [];

  for (const [index, row] of data.posts.entries()) {
    jobs.push(async () => {
      const media = await storePostMedia(row.post.art, index + 1, row.authorId, postPublicId(row.post));
      assets.push({ ...media.asset, id: row.assetId, attachedAt: row.createdAt });
      altTexts.set(row.assetId, media.alt);
    });
  }
  const postById = new Map(data.posts.map((row) => [row.id, row]));
  for (const [index, { postId, position, assetId }] of data.postMedia.entries()) {
    const { post, authorId, createdAt } = postById.get(postId) as DemoData["posts"][number];
    const art = post.more?.[position - 1] ?? post.art;
    jobs.push(async () => {
      // The first seeds draw the first picture of each post.
      const seed = data.posts.length + index + 1;
      const media = await storePostMedia(art, seed, authorId, postPublicId(post, position));
      assets.push({ ...media.asset, id: assetId, attachedAt: createdAt });
      altTexts.set(assetId, media.alt);
    });
  }
  for (const user of data.users) {
    const { avatar, banner } = user.person ?? {};
    const { id: ownerId, createdAt: attachedAt } = user;
    if (avatar) {
      jobs.push(async () => {
        const publicId = publicIdOf(`avatar ${avatar}`);
        const asset = await importPicture(() => drawAvatar(avatar), { ownerId, publicId, purpose: "avatar" });
        assets.push({ ...asset, attachedAt });
        user.avatarId = publicId;
      });
    }
    if (banner) {
      jobs.push(async () => {
        const publicId = publicIdOf(`banner ${banner}`);
        const asset = await importPicture(() => drawBanner(banner), { ownerId, publicId, purpose: "banner" });
        assets.push({ ...asset, attachedAt });
        user.bannerId = publicId;
      });
    }
  }
  await runAll(jobs);
  return { assets, altTexts };
}

async function storePostMedia(
  art: DemoData["posts"][number]["post"]["art"],
  seed: number,
  ownerId: string,
  publicId: string,
) {
  if (art === "clip of waves" || art === "clip of a rangoli") {
    const { video, poster, alt } = await readClip(art === "clip of waves" ? 0 : 1);
    return { asset: await importVideo(video, poster, { ownerId, publicId }), alt };
  }
  const { draw, alt } = postPicture(seed, art);
  return { asset: await importPicture(draw, { ownerId, publicId, purpose: "post" }), alt };
}

async function runAll(jobs: (() => Promise<void>)[]): Promise<void> {
  const queue = jobs.values();
  const worker = async () => {
    for (const job of queue) await job();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
