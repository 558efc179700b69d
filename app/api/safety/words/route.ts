import { endpoints, memberRoute } from "@/lib/api/server/route";
import { wordBody, wordsAnswer } from "@/lib/safety/schema";
import { listWords, setWord } from "@/lib/safety/server/words";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: wordsAnswer }, ({ viewer }) => listWords(viewer)),
  POST: memberRoute({ body: wordBody, answer: wordsAnswer, limit: "write" }, ({ viewer, body }) =>
    setWord(viewer, body.word, body.muted),
  ),
});
