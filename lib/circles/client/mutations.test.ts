import { withCircle } from "@/lib/circles/client/mutations";

const ishita = { _id: "ishita", name: "Ishita Verma", avatar: "" };

describe("joining a circle", () => {
  const profile = { ...ishita, isInCircle: false, isFollowing: false, circleCount: 3, followersCount: 3 };

  test("sets the flag and adds one to the count, once", () => {
    const joined = withCircle(profile, true);
    expect(joined).toEqual({
      ...ishita,
      isInCircle: true,
      isFollowing: true,
      circleCount: 4,
      followersCount: 4,
    });
    expect(withCircle(joined, true)).toBe(joined);
    expect(withCircle(joined, false)).toEqual(profile);
  });

  test("adds no count where there is none, and never goes below zero", () => {
    expect(withCircle({ ...ishita, isInCircle: true }, false)).toEqual({ ...ishita, isInCircle: false });
    expect(withCircle({ ...profile, isInCircle: true, circleCount: 0 }, false)).toMatchObject({
      circleCount: 0,
    });
    expect(withCircle(ishita, true)).toBe(ishita);
  });
});
