import "server-only";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { publishChange, publishSafety } from "@/lib/platform/realtime";
import { mutedPattern } from "@/lib/safety/muted-words";
import { PATTERN_MAX, TOO_MANY_WORDS, WORDS_MAX, WORDS_TOO_LONG } from "@/lib/safety/policy";
import type { WordsAnswer } from "@/lib/safety/schema";
import type { Viewer } from "@/lib/sessions/server/access";

/** The viewer's muted words, the latest first. */
export async function listWords(viewer: Viewer): Promise<WordsAnswer> {
  return { words: await readWords(db(), viewer.id) };
}

/** Mutes a word or no longer does. Throws `validation` for too many words, or too long ones. */
export async function setWord(viewer: Viewer, word: string, muted: boolean): Promise<WordsAnswer> {
  return transaction(async (tx) => {
    // One change at a time, because the pattern is of all words.
    await lockUsers(tx, [viewer.id]);
    const data = { userId: viewer.id, word };
    if (muted) await tx.mutedWord.createMany({ data, skipDuplicates: true });
    else await tx.mutedWord.deleteMany({ where: data });
    const words = await readWords(tx, viewer.id);
    if (words.length > WORDS_MAX) throw new ApiError("validation", TOO_MANY_WORDS);
    const pattern = mutedPattern(words);
    if (muted && pattern && pattern.length > PATTERN_MAX) throw new ApiError("validation", WORDS_TOO_LONG);
    await tx.user.update({ where: { id: viewer.id }, data: { mutedPattern: pattern } });
    afterCommit(tx, () => {
      publishSafety(viewer.id);
      publishChange(viewer.id);
    });
    return { words };
  });
}

async function readWords(client: Tx, userId: string): Promise<string[]> {
  const rows = await client.mutedWord.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { word: "asc" }],
    select: { word: true },
  });
  return rows.map(({ word }) => word);
}
