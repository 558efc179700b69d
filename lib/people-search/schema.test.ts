import { searchQuery } from "@/lib/people-search/schema";

describe("a search", () => {
  test("needs some text", () => {
    expect(searchQuery.safeParse({ q: "  " }).success).toBe(false);
    expect(searchQuery.safeParse({}).success).toBe(false);
    expect(searchQuery.safeParse({ q: ["a", "b"] }).success).toBe(false);
    expect(searchQuery.safeParse({ q: "x".repeat(201) }).success).toBe(false);
    expect(searchQuery.parse({ q: " ishita " })).toEqual({ q: "ishita", page: 1, limit: 10 });
  });
});
