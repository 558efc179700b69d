import { db } from "@/lib/platform/db";
import { api, loadRoute } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import { createMember, type Member, passwordHashOf, suspend } from "@/tests/factories";
import { lastCode, wrongCodeFor } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const REAUTHENTICATE = { status: 403, error: "reauthenticate" };

/** A member who signed in an hour ago. */
async function createOldSession(password?: string): Promise<Member> {
  const me = await createMember(password ? { passwordHash: await passwordHashOf(password) } : {});
  await db().sql`UPDATE sessions SET created_at = now() - interval '1 hour' WHERE user_id = ${me.id}::uuid`;
  return me;
}

const prove = ({ token }: Member, body: object) => api.post("/auth/reauthenticate", { token, body });

const acts = {
  "deleting the account": ({ id, token }: Member) => api.delete(`/auth/users/${id}`, { token }),
  "deleting it by address": ({ user: { email }, token }: Member) =>
    api.delete("/auth/users", { token, query: { email } }),
  deactivating: ({ id, token }: Member) => api.post(`/users/${id}/deactivate`, { token }),
  "withdrawing consent": ({ id, token }: Member) =>
    api.post(`/users/${id}/deactivate`, { token, body: { withdrawsConsent: true } }),
  "logging out all other devices": ({ token }: Member) => api.delete("/auth/sessions", { token }),
  "the export": async ({ id, token }: Member) => {
    const { GET } = await loadRoute(["users", "[userId]", "export"]);
    const request = makeRequest({ path: `/api/users/${id}/export`, token });
    const response = await GET(request, { params: Promise.resolve({ userId: id }) });
    if (response.status === 200) await response.body?.cancel();
    return { status: response.status, ...(response.status === 200 ? {} : await response.json()) };
  },
};

test.each(Object.entries(acts))("%s needs a recent sign-in or a proof", async (_, act) => {
  const me = await createOldSession();
  expect(await act(me)).toMatchObject(REAUTHENTICATE);
  expect(await db().user.findUnique({ where: { id: me.id } })).toMatchObject({ email: me.user.email });
  await api.post("/auth/send-otp", { body: { email: me.user.email } });
  const code = await lastCode(me.user.email);
  expect(await prove(me, { otp: wrongCodeFor(code) })).toMatchObject({ error: "invalid_otp" });
  expect(await act(me)).toMatchObject(REAUTHENTICATE);
  expect(await prove(me, { otp: code })).toMatchObject({ status: 200 });
  expect(await act(me)).toMatchObject({ status: 200 });
});

test("the password is a proof for ten minutes, of this session alone", async () => {
  const me = await createOldSession("four words and 1 number");
  expect(await prove(me, { currentPassword: "another" })).toMatchObject({ error: "wrong_password" });
  expect(await prove(me, {})).toMatchObject(REAUTHENTICATE);
  expect(await prove(me, { currentPassword: "four words and 1 number" })).toMatchObject({ status: 200 });
  await db()
    .sql`UPDATE sessions SET proven_at = now() - interval '11 minutes' WHERE user_id = ${me.id}::uuid`;
  expect(await acts["deleting the account"](me)).toMatchObject(REAUTHENTICATE);
});

test("someone banned can prove who they are, and leave", async () => {
  const me = await createOldSession("four words and 1 number");
  await suspend(me, null);
  expect(await prove(me, { currentPassword: "four words and 1 number" })).toMatchObject({ status: 200 });
  expect(await acts["deleting the account"](me)).toMatchObject({ status: 200 });
});
