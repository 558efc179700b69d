-- The words of users.search_text, each with those who have it: what a word begins with is found here, and words one typo
-- away. By bytes whatever the database's language, which Prisma's schema cannot say.
CREATE TABLE "search_words" (
    "word" TEXT COLLATE "C" NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word","user_id")
);

CREATE INDEX "search_words_user_id_idx" ON "search_words"("user_id");

ALTER TABLE "search_words" ADD CONSTRAINT "search_words_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Kept here, so that no way of writing a person can forget it.
CREATE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        DELETE FROM "search_words" WHERE "user_id" = NEW."id";
    END IF;
    INSERT INTO "search_words" ("word", "user_id")
    SELECT DISTINCT part, NEW."id" FROM unnest(string_to_array(translate(NEW."search_text", E'\t', ' '), ' ')) AS part
    WHERE part <> '';
    RETURN NULL;
END
$$;

CREATE TRIGGER users_named AFTER INSERT ON "users"
    FOR EACH ROW WHEN (NEW."search_text" <> '') EXECUTE FUNCTION keep_search_words();
CREATE TRIGGER users_renamed AFTER UPDATE OF "search_text" ON "users"
    FOR EACH ROW WHEN (NEW."search_text" IS DISTINCT FROM OLD."search_text") EXECUTE FUNCTION keep_search_words();

INSERT INTO "search_words" ("word", "user_id")
SELECT DISTINCT part, u."id" FROM "users" u, unnest(string_to_array(translate(u."search_text", E'\t', ' '), ' ')) AS part
WHERE part <> '';
