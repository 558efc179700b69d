import { randomUUID } from "node:crypto";
import * as z from "zod";
import { encodeCursor, idParam, pageNumbers, pageQuery, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { parseWith, routeName } from "@/lib/api/server/request";
import { parseStrictly } from "@/lib/api/server/response";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { Prisma } from "@/prisma/generated/client/client";
import { call } from "@/tests/call";

/** Answers, pages and names of routes. */

describe("pagination", () => {
  const ID = "01940a5c-9b5e-7c3a-8f21-0123456789ab";
  const query = pageQuery(10);

  test("a page has the list's default size unless the caller sets a limit", () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 10 });
    expect(query.parse({ page: "3", limit: "50" })).toEqual({ page: 3, limit: 50 });
  });

  test.each([
    { page: "0" },
    { page: "-1" },
    { page: "1.5" },
    { page: "1e3" },
    { page: "0x10" },
    { page: " 1" },
    { page: "NaN" },
    { page: "" },
    { page: "99999999999999999999" },
    { page: ["1", "2"] },
    { limit: "0" },
    { limit: "51" },
    { limit: "ten" },
    { cursor: "" },
    { cursor: "nonsense" },
    { cursor: "%%%" },
    { cursor: "a".repeat(101) },
    { cursor: btoa("zzzzzzzzzzz.") },
    { cursor: btoa(`-1.${ID}`) },
    { cursor: btoa(`abc.${ID}' OR 1=1`) },
  ])("%j is rejected", (params) => {
    expect(query.safeParse(params).success).toBe(false);
  });

  test("page numbers reach 10,000 rows; a cursor has no such limit", () => {
    expect(query.parse({ page: "200", limit: "50" })).toEqual({ page: 200, limit: 50 });
    expect(query.parse({ page: "1000" })).toEqual({ page: 1000, limit: 10 });
    for (const params of [{ page: "201", limit: "50" }, { page: "1001" }, { page: "2000000", limit: "50" }]) {
      expect(query.safeParse(params).error?.issues).toMatchObject([
        { path: ["page"], message: expect.stringContaining("cursor") },
      ]);
      const cursor = encodeCursor({ at: new Date(0), id: ID });
      expect(query.safeParse({ ...params, cursor }).success).toBe(true);
    }
  });

  test("a cursor decodes to its position and needs no encoding in a URL", () => {
    const at = new Date("2026-11-20T10:11:12.345Z");
    const cursor = encodeCursor({ at, id: ID });
    expect(encodeURIComponent(cursor)).toBe(cursor);
    expect(query.parse({ cursor }).cursor).toEqual({ at, id: ID });
  });

  test("the extra row is cut off and yields the next cursor", () => {
    const rows = [3, 2, 1].map((second) => ({ id: ID, createdAt: new Date(second * 1000) }));
    const { rows: page, nextCursor } = paginate(rows, 2);
    expect(page).toHaveLength(2);
    expect(nextCursor).toBe(encodeCursor({ at: new Date(2000), id: ID }));
    expect(paginate(rows, 3).nextCursor).toBeNull();
    expect(paginate([], 3)).toEqual({ rows: [], nextCursor: null });
  });

  test.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
  ])("%i items are %i pages of ten", (total, totalPages) => {
    expect(pageNumbers({ page: 1, limit: 10 }, total)).toEqual({ currentPage: 1, totalPages });
  });

  test("an id is a UUID in any case and nothing else", () => {
    expect(idParam.parse(ID.toUpperCase())).toBe(ID);
    for (const text of ["1", `${ID} `, ID.slice(1), ID.replaceAll("-", ""), `{${ID}}`, "../../etc"]) {
      expect(idParam.safeParse(text).success).toBe(false);
    }
  });
});

describe("keyset", () => {
  const order = { at: Prisma.sql`at`, id: Prisma.sql`id`, usualLimit: 10 };
  const cursor = { at: new Date(0), id: "00000000-0000-4000-8000-000000000000" };

  test("a usual limit is part of the statement, so that pages share a plan", () => {
    expect(keyset({ page: 1, limit: 10 }, order)).toMatchObject({
      sql: expect.stringMatching(/ LIMIT 11$/),
      values: [],
    });
    expect(keyset({ page: 1, limit: 10, cursor }, order)).toMatchObject({
      sql: expect.stringMatching(/ LIMIT 11$/),
      values: [cursor.at, cursor.id],
    });
    expect(keyset({ page: 3, limit: 10 }, order)).toMatchObject({
      sql: expect.stringMatching(/ LIMIT 11 OFFSET \?$/),
      values: [20],
    });
  });

  test("any other limit is a parameter, so that there are not fifty statements", () => {
    expect(keyset({ page: 1, limit: 11 }, order)).toMatchObject({
      sql: expect.stringMatching(/ LIMIT \? OFFSET \?$/),
      values: [12, 0],
    });
  });
});

describe("parsing an answer strictly", () => {
  const schema = z.object({
    user: z.object({ name: z.string(), note: z.string().optional() }),
    posts: z.array(z.object({ caption: z.string().nullable() })),
  });
  const answer = { user: { name: "Ishita" }, posts: [{ caption: null }, { caption: "Roof" }] };

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

describe("route name", () => {
  const id = randomUUID();

  test.each([
    ["/api/posts", {}, "/api/posts"],
    [`/api/posts/${id}`, { postId: id }, "/api/posts/[postId]"],
    [`/api/posts/${id}/like`, { postId: id }, "/api/posts/[postId]/like"],
    [
      `/api/posts/${id}/comments/${id}`,
      { postId: id, commentId: id },
      "/api/posts/[commentId]/comments/[postId]",
    ],
    ["/api/users/usernames/asha%20rao", { username: "asha rao" }, "/api/users/usernames/[username]"],
    ["/api/users/usernames/%E0%A4", { username: "%E0%A4" }, "/api/users/usernames/[username]"],
    ["/api/auth/csrf", { nextauth: ["csrf"] }, "/api/auth/[...nextauth]"],
    ["/api/no/such/call", { path: ["no", "such", "call"] }, "/api/[...path]"],
    ["/api/posts/1", { postId: "2" }, "other"],
  ])("the route of %s is named %s, %s", (path, params, name) => {
    expect(routeName(path, params)).toBe(name);
  });

  test("what callers make up adds no names", () => {
    const names = new Set<string>();
    for (let tried = 0; tried < 1_000; tried++) {
      const text = Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString("latin1");
      const segment = encodeURIComponent(text);
      names.add(routeName(`/api/posts/${segment}/like`, { postId: text }));
      names.add(routeName(`/api/posts/${segment}/like`, { postId: segment }));
      names.add(routeName(`/api/${segment}/${tried}`, { path: [text, String(tried)] }));
    }
    expect([...names].sort()).toEqual(["/api/[...path]", "/api/posts/[postId]/like"]);
  });
});

describe("a schema's default error message", () => {
  test.each([
    [{}, "Invalid input: expected string, received undefined"],
    [{ name: "Tara", role: "admin" }, 'Unrecognized key: "role"'],
  ])("is English: %j", (body, message) => {
    expect(() => parseWith(z.strictObject({ name: z.string() }), body)).toThrow(message);
  });
});
