/** @jest-environment jsdom */
import { act, screen } from "@testing-library/react";
import { ProfileCard } from "@/components/shell/profile-card";
import { showOwnProfile } from "@/lib/profiles/client/cache";
import { clientOf, show } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

test("says what one is before the handle, also once that is confirmed, and leaves the name its line", async () => {
  const unknown = { role: "student" as const, department: null, batch: null, label: "" };
  const me = ownUser({ name: "Meera Kapoor", username: "meera.kapoor", affiliation: unknown });
  const client = clientOf(me);
  show(<ProfileCard />, client);
  expect(screen.getByText(/@meera\.kapoor/).textContent).toBe("@meera.kapoor");
  const affiliation = { role: "faculty" as const, department: "ECE", batch: null, label: "Faculty · ECE" };
  act(() => showOwnProfile(client, { ...me, affiliation }));
  const [chip] = await screen.findAllByText("Faculty · ECE");
  expect(chip?.closest("a > span > span")?.textContent).toMatch(/^Faculty · ECE.* · @meera\.kapoor/);
  expect(screen.getByText("Meera Kapoor").textContent).toBe("Meera Kapoor");
});
