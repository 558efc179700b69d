-- One folding for names, tags and muted words, the same as lib/text/fold.ts: NFKC, lower case, without accents, nukta and
-- invisible characters. It used to be unaccent, which knows Latin letters alone. ICU's rules for case do not depend on
-- the database's locale.
CREATE OR REPLACE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(normalize(
        translate(replace(replace(replace(replace(
            regexp_replace(lower(normalize(name, NFKD) COLLATE "und-x-icu") COLLATE "C",
                '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0000-\U000e0fff]+',
                '', 'g'),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
            'øđðħıłŧς‘’“”‐–—', 'oddhiltσ''''""---'),
        NFC), '[\t-\r \u0085\u1680\u2028\u2029]+', ' ', 'g'), ' ')
$$;

-- What a person is found by: every word of the folded name, also without the signs around it, and the username.
CREATE OR REPLACE FUNCTION name_words(folded_name text, username text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_remove(
        string_to_array(concat_ws(' ', folded_name, translate(folded_name, ',;"()[]{}<>', '           '), username), ' '), ''))
$$;

-- Computes the generated column anew, and the index that the functions changed under.
UPDATE "users" SET "name" = "name";
REINDEX INDEX "users_name_words_idx";

-- Tags that are one from now on.
UPDATE "posts" SET "hashtags" = ARRAY(
    SELECT tag FROM (SELECT fold_name(tag) AS tag, min(place) AS place FROM unnest("hashtags") WITH ORDINALITY AS each (tag, place) GROUP BY 1) folded
    WHERE tag <> '' ORDER BY place
) WHERE EXISTS (SELECT FROM unnest("hashtags") AS tag WHERE tag <> fold_name(tag));
INSERT INTO "hashtags" ("tag") SELECT DISTINCT fold_name("tag") FROM "hashtags" WHERE fold_name("tag") <> ''
ON CONFLICT DO NOTHING;
INSERT INTO "post_hashtags" ("tag", "post_id", "created_at")
SELECT DISTINCT fold_name("tag"), "post_id", "created_at" FROM "post_hashtags" WHERE "tag" <> fold_name("tag") AND fold_name("tag") <> ''
ON CONFLICT DO NOTHING;
DELETE FROM "hashtags" WHERE "tag" <> fold_name("tag");
UPDATE "hashtags" h SET "posts_count" = (SELECT count(*) FROM "post_hashtags" WHERE "tag" = h."tag");
