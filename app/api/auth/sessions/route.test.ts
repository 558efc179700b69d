import { devicesAnswer } from "@/lib/accounts/schema";
import { messageAnswer } from "@/lib/api/fields";
import { api } from "@/tests/api";
import { createMember, signIn } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const statusOf = async (token: string) => (await api.get("/auth/me", { token })).status;

test("the device that asks comes first, even when others were used later", async () => {
  const me = await createMember();
  const later = await signIn(me.user);
  await api.get("/auth/me", { token: later.token });
  const { sessions } = (await api.get("/auth/sessions", { token: me.token })).read(devicesAnswer);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
});

test("all other devices are logged out, and no one else's", async () => {
  const [me, other] = [await createMember(), await createMember()];
  const devices = [await signIn(me.user), await signIn(me.user)];
  (await api.delete("/auth/sessions", { token: me.token })).read(messageAnswer);
  expect(await Promise.all(devices.map(({ token }) => statusOf(token)))).toEqual([401, 401]);
  expect(await statusOf(me.token)).toBe(200);
  expect(await statusOf(other.token)).toBe(200);
  const { sessions } = (await api.get("/auth/sessions", { token: me.token })).read(devicesAnswer);
  expect(sessions).toHaveLength(1);
});
