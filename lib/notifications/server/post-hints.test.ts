import { type NewsFor, PostHints } from "@/lib/notifications/server/post-hints";
import { db } from "@/lib/platform/db";
import { createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

test("one event has at most fifty posts, new ones first, and the rest follow", async () => {
  const { id: authorId } = await createUser();
  const ids = Array.from({ length: 70 }, () => crypto.randomUUID());
  await db().post.createMany({ data: ids.map((id) => ({ id, authorId })) });
  const sent: NewsFor[] = [];
  const hints = new PostHints((newsFor) => sent.push(newsFor));
  for (const postId of ids) hints.add({ kind: "post", postId, isNew: postId === ids[69] });
  while (sent.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  hints.close();
  const reader = crypto.randomUUID();
  const [first, second] = sent.map((newsFor) => newsFor(reader));
  expect(first?.counts).toHaveLength(50);
  expect(first?.isNew).toBe(true);
  expect(second?.counts).toHaveLength(20);
  expect(second?.isNew).toBe(false);
  const all = [...(first?.counts ?? []), ...(second?.counts ?? [])].map(({ _id }) => _id);
  expect(new Set(all)).toEqual(new Set(ids));
});
