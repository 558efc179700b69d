import { randomUUID } from "node:crypto";
import { db } from "@/lib/platform/db";
import { FOLDER } from "@/lib/platform/media/host";
import { insertDemo, seedReports } from "@/prisma/seed/demo";
import { buildDemoData } from "@/prisma/seed/demo-data";
import { findDrift } from "@/tests/counter-drift";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const data = buildDemoData(Date.now());

test("the database takes the demo campus, and finds every counter right", async () => {
  const authorOf = new Map(data.posts.map(({ id, authorId }) => [id, authorId]));
  const assets = data.postMedia.map(({ postId, assetId }) => ({
    id: assetId,
    publicId: `${FOLDER}/${randomUUID()}`,
    ownerId: authorOf.get(postId) ?? "",
    mediaType: "image" as const,
    format: "webp",
    width: 4,
    height: 3,
    bytes: 1,
    attachedAt: new Date(),
  }));
  expect(await insertDemo(data, assets)).toBe(true);
  // Seeded twice, it stays as it is.
  expect(await insertDemo(data, assets)).toBe(false);
  expect(await db().comment.count()).toBe(data.comments.length);
  expect(await findDrift()).toEqual([]);
});

test("the demo campus has open cases for its moderators", async () => {
  await seedReports(data);
  const cases = await db().moderationCase.findMany({ orderBy: { severity: "desc" } });
  expect(cases).toMatchObject([
    { subject: "comment", reportsCount: 1, severity: 3, closedAt: null },
    { subject: "post", reportsCount: 2, severity: 1, closedAt: null },
  ]);
});
