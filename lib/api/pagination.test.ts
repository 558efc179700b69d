import { encodeCursor, idParam, pageNumbers, pageQuery, paginate } from "@/lib/api/pagination";

const ID = "01940a5c-9b5e-7c3a-8f21-0123456789ab";
const query = pageQuery(10);

describe("pagination", () => {
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
