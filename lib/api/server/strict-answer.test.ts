import * as z from "zod";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { parseStrictly } from "@/lib/api/server/strict-answer";
import { call } from "@/tests/call";

const contract = z.object({
  user: z.object({ name: z.string(), note: z.string().optional() }),
  posts: z.array(z.object({ caption: z.string().nullable() })),
});
const answer = { user: { name: "Ishita" }, posts: [{ caption: null }, { caption: "Roof" }] };

describe("an answer parsed strictly", () => {
  test("is what its contract says, optional fields left out or not", () => {
    expect(parseStrictly(contract, answer)).toEqual(answer);
    expect(parseStrictly(contract, { ...answer, user: { name: "Dev", note: "new" } })).toBeTruthy();
    // What JSON leaves out is not sent.
    expect(parseStrictly(contract, { ...answer, hidden: undefined })).toBeTruthy();
  });

  test.each([
    ["passwordHash", { ...answer, passwordHash: "$argon2id" }],
    ["user.email", { ...answer, user: { name: "Ishita", email: "i@mitsgwl.ac.in" } }],
    ["posts.1.authorId", { ...answer, posts: [{ caption: null }, { caption: "Roof", authorId: 1 }] }],
  ])("with %s, which the contract does not name, fails", (field, leaking) => {
    expect(() => parseStrictly(contract, leaking)).toThrow(field);
  });

  test("fails the call, so that a test of any route sees it", async () => {
    const leaking = { ...answer, email: "i@mitsgwl.ac.in" };
    const { GET } = endpoints({ GET: publicRoute({ answer: contract }, async () => leaking) });
    expect(await call(GET, { mayFail: true })).toMatchObject({ status: 500, error: "internal" });
  });
});
