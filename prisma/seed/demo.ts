import { reportSubject } from "@/lib/moderation/server/report";
import { db, transaction } from "@/lib/platform/db";
import type { ReportReason } from "@/lib/reports/policy";
import type { Prisma } from "@/prisma/generated/client/client";
import { buildDemoData, type DemoData, POSTS, postPublicId } from "./demo-data";
import { storeMedia } from "./media";
import { PEOPLE, type PersonKey } from "./people";
import type { Material } from "./volume";

/** Writes the demo campus into an empty database, all of it in one transaction. */

/** Concurrent seeds wait for each other on this lock; the second finds people and stops. */
const LOCK = 20_260_101;

/** The row by which `npm run db:reset` recognises a database that may be dropped. */
const DEMO_MARKER = "demo";

/** Slow or busy machines need more than the default timeout. */
const TIMEOUT_MS = 120_000;

/** True when the database holds people already. */
export async function hasPeople(): Promise<boolean> {
  return (await db().user.findFirst({ select: { id: true } })) !== null;
}

/** True when this database was created as a demo campus. */
export async function isDemo(): Promise<boolean> {
  return (await db().tally.findUnique({ where: { name: DEMO_MARKER } })) !== null;
}

/** Returns what was written; undefined when there were people already. */
export async function seedDemo(): Promise<{ users: number; posts: number } | undefined> {
  if (await hasPeople()) return undefined;
  const data = buildDemoData(Date.now());
  const assets = await storeMedia(data);
  if (!(await insertDemo(data, assets))) return undefined;
  await seedReports(data);
  return { users: data.users.length, posts: data.posts.length };
}

/**
 * Writes the rows, but for reports. Its posts and people show `assets`. Returns false when there
 * are people already.
 */
export const insertDemo = (data: DemoData, assets: Prisma.MediaAssetCreateManyInput[]): Promise<boolean> =>
  transaction(
    async (tx) => {
      await tx.sql`SELECT pg_advisory_xact_lock(${LOCK})`;
      if (await tx.user.findFirst({ select: { id: true } })) return false;
      const users = data.users.map(({ person: _, ...row }) => row);
      const posts = data.posts.map(({ post: _, ...row }) => row);
      await tx.user.createMany({ data: users });
      await tx.affiliationRequest.createMany({ data: data.affiliationRequests });
      await tx.mediaAsset.createMany({ data: assets });
      await tx.post.createMany({ data: posts });
      await tx.postMedia.createMany({ data: data.postMedia });
      await tx.like.createMany({ data: data.likes });
      await tx.comment.createMany({ data: data.comments });
      await tx.commentLike.createMany({ data: data.commentLikes });
      await tx.formerText.createMany({ data: data.formerTexts });
      await tx.bookmark.createMany({ data: data.bookmarks });
      await tx.follow.createMany({ data: data.follows });
      await tx.notification.createMany({ data: data.notifications });
      await tx.notice.create({ data: data.notice });
      await tx.conversation.createMany({ data: data.conversations });
      await tx.conversationParticipant.createMany({ data: data.participants });
      await tx.message.createMany({ data: data.messages });
      await tx.mention.createMany({ data: data.mentions });
      await tx.hashtag.createMany({ data: data.hashtags });
      await tx.postHashtag.createMany({ data: data.postHashtags });
      await tx.tally.create({ data: { name: "posts", value: posts.length } });
      await tx.tally.create({ data: { name: DEMO_MARKER, value: users.length } });
      return true;
    },
    { timeout: TIMEOUT_MS },
  );

/** What members have reported, so that moderators have something to decide. */
const REPORTS: { by: PersonKey; begins: string; reason: ReportReason; text: string }[] = [
  { by: "lavanya", begins: "New kulhad place", reason: "spam", text: "His cousin owns that place." },
  { by: "meera", begins: "New kulhad place", reason: "spam", text: "" },
  {
    by: "kavya",
    begins: "Maybe give the club",
    reason: "harassment",
    text: "He writes such things under every post of the club.",
  },
];

/** Reports posts and comments of the demo campus, as their readers would. */
export async function seedReports({
  users,
  posts,
  comments,
}: Pick<DemoData, "users" | "posts" | "comments">): Promise<void> {
  for (const { by, begins, ...report } of REPORTS) {
    const reporter = users.find(({ person }) => person === PEOPLE[by]);
    const post = posts.find(({ caption }) => caption?.startsWith(begins));
    const comment = comments.find(({ content }) => content.startsWith(begins));
    const subjectId = post?.id ?? comment?.id;
    if (!reporter || !subjectId) throw new Error(`No one can report what begins with "${begins}".`);
    await reportSubject(
      { id: reporter.id, sessionId: "" },
      { ...report, subject: post ? "post" : "comment", subjectId },
    );
  }
}

/** The material for benchmark volume (volume.ts): the demo's captions, comments and pictures. */
export function demoMaterial(): Material {
  return { posts: POSTS, publicIds: POSTS.map((post) => postPublicId(post)) };
}
