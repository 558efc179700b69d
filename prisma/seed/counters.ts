import type { DemoData } from "./demo-data";

/** Sets the counters of people and posts to the number of their rows. */
export function setCounters({
  users,
  posts,
  likes,
  comments,
  follows,
}: Pick<DemoData, "users" | "posts" | "likes" | "comments" | "follows">): void {
  const likesOf = countBy(likes, ({ postId }) => postId);
  const commentsOf = countBy(
    comments.filter(({ authorId }) => authorId),
    ({ postId }) => postId,
  );
  for (const post of posts) {
    post.likesCount = likesOf.get(post.id) ?? 0;
    post.commentsCount = commentsOf.get(post.id) ?? 0;
  }
  const postsOf = countBy(posts, ({ authorId }) => authorId);
  const followersOf = countBy(follows, ({ followeeId }) => followeeId);
  const followingOf = countBy(follows, ({ followerId }) => followerId);
  for (const user of users) {
    user.postsCount = postsOf.get(user.id) ?? 0;
    user.followersCount = followersOf.get(user.id) ?? 0;
    user.followingCount = followingOf.get(user.id) ?? 0;
  }
}

export function countBy<T>(rows: T[], keyOf: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
