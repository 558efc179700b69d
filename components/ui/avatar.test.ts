import { avatarColor, initialsOf } from "@/components/ui/avatar";

describe("initials", () => {
  test.each([
    ["Ishita Verma", "IV"],
    ["ishita", "I"],
    ["Aarav Kumar Sharma", "AS"],
    ["  Élodie   ñandú ", "ÉÑ"],
    ["e\u0301lodie", "E\u0301"],
    ["अमित शाह", "अशा"],
    ["“Dev” (Patel)", "DP"],
    ["🙂 Meera", "M"],
    ["🙂", "?"],
    ["", "?"],
  ])("a person named %j shows %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test("a person's colour is stable, and different people get different colours", () => {
    expect(avatarColor("user-1")).toBe(avatarColor("user-1"));
    const colors = new Set(Array.from({ length: 40 }, (_, i) => avatarColor(`user-${i}`)));
    expect(colors.size).toBeGreaterThan(4);
  });
});
