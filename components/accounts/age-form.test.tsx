/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AgeRow } from "@/components/accounts/age-form";
import { preferences } from "@/lib/settings/client/preferences";
import { clientOf, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser({ isAdult: null });
const row = () => screen.queryByRole("region", { name: "Are you 18?" });

beforeEach(() => {
  freshBrowser(me);
  preferences.setState({ ageAskedOn: "" });
});

test.each([
  ["Yes", true],
  ["No", false],
])("%s answers with one press", async (answer, isAdult) => {
  const { calls } = fakeApi(() => ({ status: 200, body: { user: { ...me, isAdult } } }));
  show(<AgeRow />, clientOf(me));
  await userEvent.click(screen.getByRole("button", { name: answer }));
  await waitFor(() => expect(row()).toBeNull());
  expect(calls.map(({ body }) => body)).toEqual([{ isAdult }]);
});

test("the question can be put away until tomorrow", async () => {
  show(<AgeRow />, clientOf(me));
  await userEvent.click(screen.getByRole("button", { name: "Ask me tomorrow" }));
  expect(row()).toBeNull();
  const { ageAskedOn } = preferences.getState();
  expect(new Date(ageAskedOn).getTime()).not.toBeNaN();
});

test("whoever has said it is not asked", () => {
  show(<AgeRow />, clientOf(ownUser({ isAdult: true })));
  expect(row()).toBeNull();
});
