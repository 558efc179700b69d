import { safeError, scrub } from "@/lib/platform/log";
import { cpuTime } from "@/tests/cpu-time";

test("a logged error says what caused it, without its words", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED asha@mitsgwl.ac.in"), { code: "ECONNREFUSED" });
  const logged = safeError(new TypeError("fetch failed", { cause }));
  expect(logged).toMatchObject({ name: "TypeError", cause: { name: "Error", code: "ECONNREFUSED" } });
  expect(JSON.stringify(logged)).not.toContain("asha");
  expect(safeError(new Error("alone", { cause: "words" }))).toMatchObject({ cause: undefined });
});

describe("a logged message", () => {
  test.each([
    ["connect to postgresql://campus:sesame@db:5432/x failed", "connect to [address] failed"],
    ["no such user ishita.verma@mitsgwl.ac.in", "no such user [email]"],
    ['Key (email)=("a@b.c") exists', 'Key (email)=("[email]") exists'],
    ["bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_1 rejected", "bearer [token] rejected"],
    ["eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "[token]"],
    ["code 123456 is wrong", "code [number] is wrong"],
    ["12345 of 1234567 rows", "12345 of 1234567 rows"],
    ["cloudinary://key:secret@cloud", "[address]"],
    ["nothing to hide", "nothing to hide"],
  ])("%j becomes %j", (text, safe) => {
    expect(scrub(text)).toBe(safe);
  });

  test("is truncated quickly", async () => {
    const spent = await cpuTime(() => {
      expect(scrub("a@".repeat(500_000)).length).toBeLessThan(10_000);
      scrub("a:".repeat(1000));
    });
    expect(spent).toBeLessThan(2_000);
  });
});
