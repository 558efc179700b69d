import { tagSearchAnswer } from "@/lib/posts/trending-schema";
import { api } from "@/tests/api";
import { createMember, createPost, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

let me: Member;
beforeAll(useTestDatabase);
beforeAll(async () => {
  me = await createMember();
  for (const caption of ["#tech", "#techfest26", "#techfest26 again", "#tech_talk", "#गुरु", "#other"]) {
    await createPost({ author: me, caption });
  }
});

const find = async (q: string) =>
  (await api.get("/search/tags", { token: me.token, query: { q } }))
    .read(tagSearchAnswer)
    .tags.map(({ tag, postsCount }) => `${tag} ${postsCount}`);

test("finds tags by their beginning, the exact one first, then the most used", async () => {
  expect(await find("tech")).toEqual(["tech 1", "techfest26 2", "tech_talk 1"]);
  expect(await find("#TechF")).toEqual(["techfest26 2"]);
  expect(await find("गुरु")).toEqual(["गुरु 1"]);
});

test("takes the text literally", async () => {
  expect(await find("tech_")).toEqual(["tech_talk 1"]);
  for (const q of ["%", "tech fest", "#", "##tech", "' OR 1", "x".repeat(60)])
    expect(await find(q)).toEqual([]);
});

test("finds at most five", async () => {
  await createPost({ author: me, caption: "#manya #manyb #manyc #manyd #manye #manyf" });
  expect(await find("many")).toHaveLength(5);
});

test("needs a text, of at most 200 characters", async () => {
  for (const [q, message] of [
    ["", "Please type a tag to search for."],
    ["x".repeat(201), "Search is limited to 200 characters."],
  ] as const) {
    const reply = await api.get("/search/tags", { token: me.token, query: { q } });
    expect(reply).toMatchObject({ status: 400, error: "validation", body: { message } });
  }
});
