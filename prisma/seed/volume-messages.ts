import { idAt, VOLUME_DAYS } from "./volume-sql";

/**
 * The messages of the volume seed, in the order the statements run: conversations of the newest
 * people with those that volumes added. Most belong to one person, so that a long list is there.
 */

/** Who writes: more than the benchmarks sign in (scripts/bench/environment.mjs). */
const WRITERS = 100;
/** Messages of a conversation on average, while there are enough people to write to. */
const MESSAGES_MEAN = 8;
/** The parts of all conversations that the newest person has, that are requests, and are unread. */
const ONE_PERSON = 0.8;
const REQUESTS = 0.05;
const UNREAD = 0.2;
const MINUTES_BETWEEN = 3;

/** `$1` messages, roughly. `reader_id` is the newest people's side, `n` the number of messages. */
const PLAN_CONVERSATIONS = `
  CREATE TEMP TABLE planned_conversations ON COMMIT DROP AS
  WITH writers AS (
    SELECT row_number() OVER (ORDER BY created_at DESC, id) AS number, id FROM (
      SELECT id, created_at FROM users WHERE is_active AND verified_at IS NOT NULL
      ORDER BY created_at DESC, id LIMIT ${WRITERS}
    ) newest
  ), drawn AS (
    SELECT i, CASE WHEN i <= total * ${ONE_PERSON} THEN 1 ELSE 2 + i % (SELECT count(*) - 1 FROM writers) END AS writer
    FROM (SELECT ceil($1::float / ${MESSAGES_MEAN})::bigint AS total) t, LATERAL generate_series(1, total) i
    WHERE (SELECT count(*) FROM writers) > 1
  ), pairs AS (
    SELECT DISTINCT ON (least(w.id, p.id), greatest(w.id, p.id)) w.id AS reader_id, p.id AS other_id,
      now() - make_interval(secs => 60 + random() * ${VOLUME_DAYS * 86_400}) AS ended, random() < ${REQUESTS} AS is_request,
      random() < ${UNREAD} AS is_unread
    FROM drawn d JOIN writers w ON w.number = d.writer
    JOIN people p ON p.number = 1 + d.i % (SELECT count(*) FROM people) AND p.id <> w.id
    ORDER BY least(w.id, p.id), greatest(w.id, p.id)
  )
  SELECT gen_random_uuid() AS id, *, CASE WHEN is_request THEN 1
    ELSE 1 + round(-ln(1 - random()) * ($1::float / count(*) OVER () - 1))::int END AS n
  FROM pairs
  WHERE NOT EXISTS (SELECT 1 FROM conversations c
    WHERE c.first_id = least(reader_id, other_id) AND c.second_id = greatest(reader_id, other_id))`;

/**
 * The last message is always the other person's, and of an unread conversation the reader's next.
 */
export const MESSAGES: [step: string, sql: string, needsCount?: true][] = [
  ["conversations drawn", PLAN_CONVERSATIONS, true],
  [
    "conversations",
    `INSERT INTO conversations (id, first_id, second_id, last_seq, created_at)
    SELECT id, least(reader_id, other_id), greatest(reader_id, other_id), n, ended - make_interval(mins => n * ${MINUTES_BETWEEN})
    FROM planned_conversations`,
  ],
  [
    "sides of conversations",
    `INSERT INTO conversation_participants
      (conversation_id, person_id, box, has_answered, seen_seq, unread_count, listed_at)
    SELECT id, reader_id, (CASE WHEN is_request THEN 'requests' ELSE 'inbox' END)::"MessageBox", NOT is_request,
      n - is_unread::int, is_unread::int, ended FROM planned_conversations
    UNION ALL
    SELECT id, other_id, 'inbox', true, n, 0, ended FROM planned_conversations`,
  ],
  [
    "messages",
    `INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, text, created_at)
    SELECT ${idAt("at")}, id, seq, CASE WHEN seq = n OR seq % 2 = 0 THEN other_id ELSE reader_id END, gen_random_uuid(),
      'Message ' || seq || ' of ' || n, at
    FROM planned_conversations, LATERAL generate_series(1, n) seq,
      LATERAL (SELECT ended - make_interval(mins => (n - seq) * ${MINUTES_BETWEEN}) AS at) written
    ORDER BY at`,
  ],
];
