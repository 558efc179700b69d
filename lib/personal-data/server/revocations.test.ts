import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deleteComment } from "@/lib/comments/server/delete";
import { fileRevocations, revocationSchema } from "@/lib/personal-data/server/revocations";
import { db } from "@/lib/platform/db";
import { deletePost, restorePost, sweepDeletedPosts } from "@/lib/posts/server/delete";
import { setBlock } from "@/lib/safety/server/block";
import { createComment, createMember, createPost } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const FILE = join(process.env.DATA_DIR ?? "", "standing.jsonl");
const linesOf = (id: string) =>
  (existsSync(FILE) ? readFileSync(FILE, "utf8") : "")
    .split("\n")
    .filter((line) => line.includes(id))
    .map((line) => revocationSchema.parse(JSON.parse(line)));

test("what is taken is noted by the database, no matter who takes it, and filed once", async () => {
  const [me, other] = [await createMember({ passwordHash: "old" }), await createMember()];
  await db().sql`UPDATE users SET staff_role = 'moderator' WHERE id = ${me.id}::uuid`;
  await db().sql`UPDATE users SET staff_role = NULL, password_hash = 'new' WHERE id = ${me.id}::uuid`;
  // Counters and names are none of it.
  await db().sql`UPDATE users SET posts_count = 3, name = 'Asha' WHERE id = ${me.id}::uuid`;
  await setBlock(me.viewer, other.id, true);
  await setBlock(me.viewer, other.id, false);
  await fileRevocations();
  await fileRevocations();
  expect(linesOf(me.id).map(({ state }) => state)).toMatchObject([
    { staffRole: "moderator", isPasswordVoid: false },
    { staffRole: null, isPasswordVoid: true },
    { blockedId: other.id, isBlocked: true },
    { blockedId: other.id, isBlocked: false },
  ]);
  expect(readFileSync(FILE, "utf8")).not.toMatch(/Asha|old|new/);
});

test("a post is noted with its deletion and its return, and nothing that goes with it", async () => {
  const author = await createMember();
  const post = await createPost({ author });
  const [first, second] = [await createComment({ post, author }), await createComment({ post, author })];
  await deletePost(author.viewer, post.id);
  await restorePost(author.viewer, post.id);
  await deleteComment(author.viewer, post.id, first);
  await deletePost(author.viewer, post.id);
  await db().post.update({ where: { id: post.id }, data: { deletedAt: new Date(0) } });
  await sweepDeletedPosts();
  expect(await db().post.count({ where: { id: post.id } })).toBe(0);
  await fileRevocations();
  expect(linesOf(post.id).map(({ state }) => state)).toMatchObject([
    { isDeleted: true },
    { isDeleted: false },
    { isDeleted: true },
    { isDeleted: true },
  ]);
  expect(linesOf(first).map(({ state }) => state)).toMatchObject([{ isDeleted: true }]);
  expect(linesOf(second)).toEqual([]);
});
