import { LIKED } from "@/lib/notifications/policy";
import { COLLEGES } from "@/lib/product";

/**
 * The statements of the volume seed (volume.ts), in the order they run. All times are in the past.
 */

/** Likes per post: most have few, some have many. */
const LIKES_MOST = 400;
const COMMENTS_MOST = 4;
const CIRCLES_MOST = 16;
/** The days the posts span, and the days within which a post gets its likes and comments. */
export const VOLUME_DAYS = 360;
const LIVELY_DAYS = 4;
/** What upkeep leaves of a person's notifications (lib/notifications/server/inbox.ts). */
const NOTIFICATIONS_MOST = 1_000;
const SEEN_DAYS_MOST = 90;
/** People have seen what is older than this. */
const UNSEEN_DAYS = 2;

/** A UUID v7 for the time `at`: PostgreSQL has a function for it only from 18 on. */
export const idAt = (at: string) => `(
  SELECT (lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(hex, 1, 3)
    || substr('89ab', 1 + get_byte(raw, 15) % 4, 1) || substr(hex, 4, 15))::uuid
  FROM (SELECT uuid_send(gen_random_uuid()) AS raw) r, LATERAL (SELECT encode(raw, 'hex') AS hex) h
  WHERE ${at} IS NOT NULL)`;

const [{ code, emailDomains }] = COLLEGES;
/** The campus file allows no quotes in either. */
const DOMAIN = emailDomains[0];

const VOLUME_USERS = `email LIKE 'volume.%@${DOMAIN}'`;

/**
 * `$1` people; their names in `$2` and `$3`, the first ones most often; the departments
 * in `$4` and programmes in `$5` likewise. One in seven is no student; one in ten shows the year
 * only to their circle, and one in a hundred is not listed.
 */
export const MAKE_PEOPLE = `
  INSERT INTO users (id, email, username, name, college_name, college_id, verified_at, created_at, updated_at,
    role, department, programme, batch, section, who_sees_batch, is_listed)
  SELECT ${idAt("at")}, 'volume.' || number || '@${DOMAIN}', username, name, '${code}', college_id, at, at, at,
    role::"MemberRole", department, CASE WHEN role IN ('student', 'alumni') THEN programme END,
    CASE role WHEN 'student' THEN year + years WHEN 'alumni' THEN year - years END,
    CASE role WHEN 'student' THEN section END, who::"BatchAudience", is_listed
  FROM (
    SELECT number, at, first || ' ' || last AS name,
      lower(first || '.' || last) || '.v' || number AS username, '0901VX' || lpad(number::text, 7, '0') AS college_id,
      CASE WHEN r < 0.86 THEN 'student' WHEN r < 0.95 THEN 'alumni' WHEN r < 0.98 THEN 'faculty' ELSE 'staff' END AS role,
      ($4::text[])[d] AS department, ($5::text[])[p] AS programme,
      extract(year FROM now())::int AS year, y AS years, substr('ABCD', s, 1) AS section,
      CASE WHEN w < 0.1 THEN 'circle' ELSE 'everyone' END AS who, l > 0.01 AS is_listed
    FROM (
      SELECT i + (SELECT count(*) FROM users WHERE ${VOLUME_USERS}) AS number,
        now() - make_interval(secs => (400 + random() * 300) * 86400) AS at,
        1 + floor(random() ^ 1.5 * cardinality($2::text[]))::int AS f, 1 + floor(random() ^ 2 * cardinality($3::text[]))::int AS n,
        random() AS r, random() AS w, random() AS l, 1 + floor(random() * 4)::int AS y,
        1 + floor(random() * 4)::int AS s, 1 + floor(random() ^ 1.5 * cardinality($4::text[]))::int AS d,
        1 + floor(random() ^ 8 * cardinality($5::text[]))::int AS p
      FROM generate_series(1, $1::bigint) i
    ) drawn, LATERAL (
      SELECT ($2::text[])[f] AS first, ($3::text[])[n] AS last
    ) named
  ) made`;

/** Who takes part: everyone a volume ever added, or all people when none did. */
export const PLAN = `
  SET LOCAL work_mem = '128MB';
  CREATE TEMP TABLE people ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY id) AS number, id, created_at FROM users
    WHERE ${VOLUME_USERS} OR NOT EXISTS (SELECT 1 FROM users WHERE ${VOLUME_USERS});
  ALTER TABLE people ADD PRIMARY KEY (number);
  ANALYZE people;
  CREATE TEMP TABLE pictures (number bigint PRIMARY KEY, public_id text) ON COMMIT DROP;
  CREATE TEMP TABLE planned (id uuid PRIMARY KEY, asset_id uuid, author_id uuid, created_at timestamptz(3), caption text,
    hashtags text[], picture bigint, public_id text) ON COMMIT DROP;
  CREATE TEMP TABLE planned_likes (post_id uuid, user_id uuid, created_at timestamptz(3)) ON COMMIT DROP;
  CREATE TEMP TABLE planned_comments (id uuid, post_id uuid, author_id uuid, content text, created_at timestamptz(3))
    ON COMMIT DROP`;

/** Who posts what and when: `$1` posts, captions with their tags in `$2`. */
export const PLAN_POSTS = `
  INSERT INTO planned
  WITH captions AS MATERIALIZED (
    SELECT number, entry ->> 'caption' AS caption, ARRAY(SELECT jsonb_array_elements_text(entry -> 'hashtags')) AS hashtags
    FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY t(entry, number)
  ), drawn AS MATERIALIZED (
    SELECT now() - make_interval(secs => 60 + random() * ${VOLUME_DAYS * 86_400}) AS at,
      1 + floor(random() ^ 2 * (SELECT count(*) FROM people))::bigint AS author,
      1 + floor(random() * (SELECT count(*) FROM pictures))::bigint AS picture,
      1 + floor(random() * (SELECT count(*) FROM captions))::bigint AS caption
    FROM generate_series(1, $1::bigint)
  )
  SELECT ${idAt("at")}, ${idAt("at")}, p.id, at, c.caption, c.hashtags, d.picture, 'campus-circle/' || gen_random_uuid()
  FROM drawn d JOIN people p ON p.number = d.author JOIN captions c ON c.number = d.caption ORDER BY at`;

/** The comments on the posts: texts in `$1`. */
export const PLAN_COMMENTS = `
  INSERT INTO planned_comments
  SELECT ${idAt("at")}, d.post_id, p.id, ($1::text[])[d.words], at
  FROM (
    SELECT id AS post_id, 1 + floor(random() * (SELECT count(*) FROM people))::bigint AS author,
      1 + floor(random() * cardinality($1::text[]))::int AS words,
      created_at + (least(now(), created_at + interval '${LIVELY_DAYS} days') - created_at) * random() AS at
    FROM planned, LATERAL generate_series(1, floor(random() * (${COMMENTS_MOST} + 1) + extract(epoch FROM created_at) * 0)::int)
  ) d JOIN people p ON p.number = d.author`;

/** Who likes what and when: `$1` likes a post on average. */
export const PLAN_LIKES = `
    INSERT INTO planned_likes SELECT DISTINCT ON (d.post_id, p.id) d.post_id, p.id AS user_id, d.created_at
      + (least(now(), d.created_at + interval '${LIVELY_DAYS} days') - d.created_at) * random() ^ 3 AS created_at
    FROM (
      SELECT id AS post_id, author_id, created_at, 1 + floor(random() * (SELECT count(*) FROM people))::bigint AS liker
      FROM planned, LATERAL generate_series(1,
        least(${LIKES_MOST}, -ln(1 - random() + extract(epoch FROM created_at) * 0) * $1::float)::int)
    ) d JOIN people p ON p.number = d.liker AND p.id <> d.author_id ORDER BY d.post_id, p.id`;

/** The write steps by name. Each post is written once, with its counters. */
export const WRITES: [step: string, sql: string][] = [
  [
    "pictures listed",
    `INSERT INTO media_assets (id, public_id, owner_id, media_type, purpose, format, width, height, duration, bytes,
      placeholder, created_at, attached_at)
    SELECT d.asset_id, d.public_id, d.author_id, a.media_type, 'post', a.format, a.width, a.height, a.duration, a.bytes,
      a.placeholder, d.created_at, d.created_at
    FROM planned d JOIN pictures p ON p.number = d.picture JOIN media_assets a ON a.public_id = p.public_id
    ORDER BY d.id`,
  ],
  [
    "posts",
    `INSERT INTO posts (id, author_id, caption, hashtags, likes_count, comments_count, created_at, updated_at)
    SELECT d.id, d.author_id, d.caption, d.hashtags, coalesce(l.n, 0), coalesce(c.n, 0), d.created_at, d.created_at
    FROM planned d
    LEFT JOIN (SELECT post_id, count(*) AS n FROM planned_likes GROUP BY 1) l ON l.post_id = d.id
    LEFT JOIN (SELECT post_id, count(*) AS n FROM planned_comments GROUP BY 1) c ON c.post_id = d.id
    ORDER BY d.id`,
  ],
  [
    "media of posts",
    "INSERT INTO post_media (post_id, position, asset_id) SELECT id, 0, asset_id FROM planned ORDER BY id",
  ],
  [
    "likes",
    "INSERT INTO likes (post_id, user_id, created_at) SELECT * FROM planned_likes ORDER BY post_id, user_id",
  ],
  [
    "bookmarks",
    "INSERT INTO bookmarks (post_id, user_id, created_at) SELECT * FROM planned_likes WHERE random() < 0.1",
  ],
  [
    "comments",
    `INSERT INTO comments (id, post_id, author_id, content, created_at)
    SELECT * FROM planned_comments ORDER BY post_id, created_at`,
  ],
  [
    "notifications",
    `INSERT INTO notifications (id, sender_id, receiver_id, type, post_id, message, seen, created_at)
    SELECT ${idAt("at")}, sender_id, receiver_id, 'like', post_id, '${LIKED}',
      at BETWEEN now() - interval '${SEEN_DAYS_MOST} days' AND now() - interval '${UNSEEN_DAYS} days', at
    FROM (
      SELECT l.user_id AS sender_id, d.author_id AS receiver_id, l.post_id, l.created_at AS at,
        row_number() OVER (PARTITION BY d.author_id ORDER BY l.created_at DESC) AS place
      FROM planned_likes l JOIN planned d ON d.id = l.post_id
    ) liked WHERE place <= ${NOTIFICATIONS_MOST} ORDER BY at`,
  ],
  [
    "hashtags",
    `INSERT INTO hashtags AS h (tag, posts_count) SELECT tag, count(*) FROM planned, unnest(hashtags) AS tag GROUP BY 1 ORDER BY 1
    ON CONFLICT (tag) DO UPDATE SET posts_count = h.posts_count + excluded.posts_count`,
  ],
  [
    "posts by hashtag",
    `INSERT INTO post_hashtags (tag, post_id, created_at)
    SELECT tag, id, created_at FROM planned, unnest(hashtags) AS tag ORDER BY tag, created_at`,
  ],
  [
    "posts counted",
    `INSERT INTO tallies AS t (name, value) SELECT 'posts', count(*) FROM planned
    ON CONFLICT (name) DO UPDATE SET value = t.value + excluded.value`,
  ],
];

/** The new people join each other's circles. */
export const MAKE_CIRCLES: [step: string, sql: string][] = [
  [
    "circles",
    `WITH drawn AS (
      SELECT id AS follower_id, 1 + floor(random() ^ 1.5 * (SELECT count(*) FROM people))::bigint AS joined
      FROM people, LATERAL generate_series(1, floor(random() * (${CIRCLES_MOST} + 1) + number * 0)::int)
      WHERE NOT EXISTS (SELECT 1 FROM follows WHERE follower_id = people.id OR followee_id = people.id)
    )
    INSERT INTO follows (follower_id, followee_id, created_at)
    SELECT DISTINCT ON (d.follower_id, p.id) d.follower_id, p.id, now() - make_interval(secs => random() * ${VOLUME_DAYS * 86_400})
    FROM drawn d JOIN people p ON p.number = d.joined AND p.id <> d.follower_id
    ON CONFLICT DO NOTHING`,
  ],
  [
    // Once for everyone: a row changed is added again to each of the many indexes of people.
    "people counted",
    `UPDATE users u SET posts_count = u.posts_count + coalesce(posts.n, 0),
      followers_count = coalesce(followers.n, 0), following_count = coalesce(following.n, 0)
    FROM people
    LEFT JOIN (SELECT author_id AS id, count(*) AS n FROM planned GROUP BY 1) posts USING (id)
    LEFT JOIN (SELECT followee_id AS id, count(*) AS n FROM follows GROUP BY 1) followers USING (id)
    LEFT JOIN (SELECT follower_id AS id, count(*) AS n FROM follows GROUP BY 1) following USING (id)
    WHERE u.id = people.id AND (posts.n IS NOT NULL
      OR (u.followers_count, u.following_count) IS DISTINCT FROM (coalesce(followers.n, 0), coalesce(following.n, 0)))`,
  ],
];
