import { db } from "@/lib/platform/db";
import { seedReports } from "@/prisma/seed/demo";
import { buildDemoData } from "@/prisma/seed/demo-data";
import { createAsset } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

test("the demo campus has open cases for its moderators", async () => {
  const data = buildDemoData(Date.now());
  await db().user.createMany({ data: data.users.map(({ person: _, ...user }) => user) });
  for (const { post: _, ...post } of data.posts) {
    const asset = await createAsset({ id: post.authorId }, { attached: true });
    await db().post.create({ data: post });
    await db().postMedia.create({ data: { postId: post.id, position: 0, assetId: asset.id } });
  }
  await db().comment.createMany({ data: data.comments });
  await seedReports(data);
  const cases = await db().moderationCase.findMany({ orderBy: { severity: "desc" } });
  expect(cases).toMatchObject([
    { subject: "comment", reportsCount: 1, severity: 3, closedAt: null },
    { subject: "post", reportsCount: 2, severity: 1, closedAt: null },
  ]);
});
