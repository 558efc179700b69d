/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { SuggestionReason } from "@/components/circles/people-to-join";
import type { Suggestion } from "@/lib/people-search/schema";
import { CSE_2027, personOf, UNAFFILIATED } from "@/tests/user-fixture";

const IT_2027 = { ...CSE_2027, department: "IT", label: "IT ’27" };
const kabir: Suggestion = {
  ...personOf("kabir", "Kabir Rao", { username: "kabir.rao", affiliation: CSE_2027 }),
  bio: "Lenses and late trains",
  mutualCount: 0,
  joinedBy: "",
};
const yash = { mutualCount: 3, joinedBy: "Yash Jain" };

test.each<[string, Partial<Suggestion>]>([
  ["Same class · Lenses and late trains", {}],
  ["IT ’27IT, class of 2027 · Lenses and late trains", { affiliation: IT_2027 }],
  ["Same class · Yash and 2 more joined", yash],
  ["Yash and 2 more joined", { ...yash, affiliation: UNAFFILIATED }],
  ["Same class", { bio: "" }],
  ["Lenses and late trains", { affiliation: UNAFFILIATED }],
  ["@kabir.rao", { bio: "", affiliation: UNAFFILIATED }],
])("someone is suggested with why: %s", (reason, change) => {
  render(
    <p>
      <SuggestionReason person={{ ...kabir, ...change }} ownClass={CSE_2027} />
    </p>,
  );
  expect(screen.getByRole("paragraph").textContent?.replace(/[\u2066-\u2069]/g, "")).toBe(reason);
});
