import { scrub } from "@/lib/platform/log";
import { cpuTime } from "@/tests/cpu-time";

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
    expect(spent).toBeLessThan(400);
  });
});
