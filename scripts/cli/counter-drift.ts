/** Recomputes every stored counter from the rows it counts. Read-only. */

/** A wrong counter: its column, its row, the stored value and the counted one. */
export type Drift = { counter: string; of: string; stored: number; counted: number };

/** Lists up to 100 counters that differ from their rows, from one snapshot of the database. */
export const DRIFT_SQL = `
  WITH counters AS (
    SELECT 'posts.likes_count' AS counter, p.id::text AS of, p.likes_count AS stored, n AS counted
    FROM posts p LEFT JOIN (SELECT post_id, count(*) AS n FROM likes GROUP BY 1) c ON c.post_id = p.id
    UNION ALL
    SELECT 'posts.comments_count', p.id::text, p.comments_count, n
    FROM posts p LEFT JOIN (SELECT post_id, count(*) AS n FROM comments WHERE withheld_at IS NULL AND author_id IS NOT NULL GROUP BY 1) c ON c.post_id = p.id
    UNION ALL
    SELECT 'comments.replies_count', t.id::text, t.replies_count, n
    FROM comments t LEFT JOIN (SELECT thread_id, count(*) AS n FROM comments WHERE withheld_at IS NULL GROUP BY 1) c ON c.thread_id = t.id
    UNION ALL
    SELECT 'comments.likes_count', l.id::text, l.likes_count, n
    FROM comments l LEFT JOIN (SELECT comment_id, count(*) AS n FROM comment_likes GROUP BY 1) c ON c.comment_id = l.id
    UNION ALL
    SELECT 'posts.hashtags', p.id::text, cardinality(p.hashtags), n
    FROM posts p LEFT JOIN (
      SELECT t.post_id, count(*) AS n FROM post_hashtags t JOIN posts q ON q.id = t.post_id AND t.tag = ANY(q.hashtags)
      GROUP BY 1) c ON c.post_id = p.id
    WHERE p.deleted_at IS NULL AND p.withheld_at IS NULL
    UNION ALL
    SELECT 'users.posts_count', u.id::text, u.posts_count, n
    FROM users u LEFT JOIN (
      SELECT author_id, count(*) AS n FROM posts WHERE deleted_at IS NULL AND withheld_at IS NULL
      GROUP BY 1) c ON c.author_id = u.id
    UNION ALL
    SELECT 'users.followers_count', u.id::text, u.followers_count, n
    FROM users u LEFT JOIN (SELECT followee_id, count(*) AS n FROM follows GROUP BY 1) c ON c.followee_id = u.id
    UNION ALL
    SELECT 'users.following_count', u.id::text, u.following_count, n
    FROM users u LEFT JOIN (SELECT follower_id, count(*) AS n FROM follows GROUP BY 1) c ON c.follower_id = u.id
    UNION ALL
    SELECT 'hashtags.posts_count', coalesce(h.tag, c.tag), coalesce(h.posts_count, 0), n
    FROM hashtags h FULL JOIN (SELECT tag, count(*) AS n FROM post_hashtags GROUP BY 1) c ON c.tag = h.tag
    UNION ALL
    SELECT 'conversations.last_seq', c.id::text, c.last_seq, n
    FROM conversations c LEFT JOIN (SELECT conversation_id, count(*) AS n FROM messages GROUP BY 1) m ON m.conversation_id = c.id
    UNION ALL
    SELECT 'conversation_participants.unread_count', c.conversation_id || ' ' || c.person_id, c.unread_count, (
      SELECT count(*) FROM messages m
      WHERE m.conversation_id = c.conversation_id AND m.seq > greatest(c.seen_seq, c.hidden_seq)
        AND m.sender_id IS DISTINCT FROM c.person_id AND m.deleted_at IS NULL AND m.withheld_at IS NULL)
    FROM conversation_participants c
    UNION ALL
    SELECT 'tallies.posts', 'all', coalesce((SELECT value FROM tallies WHERE name = 'posts'), 0),
      (SELECT count(*) FROM posts WHERE deleted_at IS NULL AND withheld_at IS NULL)
  )
  SELECT counter, of, stored, coalesce(counted, 0)::int AS counted FROM counters
  WHERE stored <> coalesce(counted, 0) ORDER BY counter, of LIMIT 100`;
