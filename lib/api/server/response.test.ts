import * as z from "zod";
import { parseStrictly } from "@/lib/api/server/response";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { call } from "@/tests/call";

const schema = z.object({
  user: z.object({ name: z.string(), note: z.string().optional() }),
  posts: z.array(z.object({ caption: z.string().nullable() })),
});
const answer = { user: { name: "Ishita" }, posts: [{ caption: null }, { caption: "Roof" }] };

describe("parsing an answer strictly", () => {
  test("accepts what the schema describes, with or without optional fields", () => {
    expect(parseStrictly(schema, answer)).toEqual(answer);
    expect(parseStrictly(schema, { ...answer, user: { name: "Dev", note: "new" } })).toBeTruthy();
    // JSON drops undefined fields, so they are never sent.
    expect(parseStrictly(schema, { ...answer, hidden: undefined })).toBeTruthy();
  });

  test.each([
    ["passwordHash", { ...answer, passwordHash: "$argon2id" }],
    ["user.email", { ...answer, user: { name: "Ishita", email: "i@mitsgwl.ac.in" } }],
    ["posts.1.authorId", { ...answer, posts: [{ caption: null }, { caption: "Roof", authorId: 1 }] }],
  ])("throws for %s, which the schema does not name", (field, leaking) => {
    expect(() => parseStrictly(schema, leaking)).toThrow(field);
  });

  test("fails the call, so that every route test notices", async () => {
    const leaking = { ...answer, email: "i@mitsgwl.ac.in" };
    const { GET } = endpoints({ GET: publicRoute({ answer: schema }, async () => leaking) });
    expect(await call(GET, { mayFail: true })).toMatchObject({ status: 500, error: "internal" });
  });
});
