import { encodeCursor, idParam, pageNumbers, pageQuery, paginate } from "@/lib/api/pagination";

const ID = "01940a5c-9b5e-7c3a-8f21-0123456789ab";
const query = pageQuery(10);

describe("paging", () => {
  test("a page holds what the list says unless the caller says otherwise", () => {
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
  ])("%j is refused", (given) => {
    expect(query.safeParse(given).success).toBe(false);
  });

  test("page numbers end where the database would read ten thousand rows to drop them; a cursor goes on", () => {
    expect(query.parse({ page: "200", limit: "50" })).toEqual({ page: 200, limit: 50 });
    expect(query.parse({ page: "1000" })).toEqual({ page: 1000, limit: 10 });
    for (const given of [{ page: "201", limit: "50" }, { page: "1001" }, { page: "2000000", limit: "50" }]) {
      expect(query.safeParse(given).error?.issues).toMatchObject([
        { path: ["page"], message: expect.stringContaining("cursor") },
      ]);
      const cursor = encodeCursor({ at: new Date(0), id: ID });
      expect(query.safeParse({ ...given, cursor }).success).toBe(true);
    }
  });

  test("a cursor brings back its place, safe to put in an address as it is", () => {
    const at = new Date("2026-11-20T10:11:12.345Z");
    const cursor = encodeCursor({ at, id: ID });
    expect(encodeURIComponent(cursor)).toBe(cursor);
    expect(query.parse({ cursor }).cursor).toEqual({ at, id: ID });
  });

  test("the row past the page is not shown but tells that there is more", () => {
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
  ])("%i things are %i pages of ten", (total, totalPages) => {
    expect(pageNumbers({ page: 1, limit: 10 }, total)).toEqual({ currentPage: 1, totalPages });
  });

  test("an id is a UUID in any case and nothing else", () => {
    expect(idParam.parse(ID.toUpperCase())).toBe(ID);
    for (const other of ["1", `${ID} `, ID.slice(1), ID.replaceAll("-", ""), `{${ID}}`, "../../etc"]) {
      expect(idParam.safeParse(other).success).toBe(false);
    }
  });
});
