-- What new members are offered on the feed, once they have put it away.
ALTER TABLE "users" ADD COLUMN     "hides_checklist" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "hides_suggestions" BOOLEAN NOT NULL DEFAULT false;
