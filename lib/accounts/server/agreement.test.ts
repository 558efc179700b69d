import { proveAddress } from "@/lib/accounts/server/prove";
import { LEGAL_DOCUMENTS, LEGAL_VERSION } from "@/lib/legal/policy";
import { db, transaction } from "@/lib/platform/db";
import { meAnswer, userAnswer } from "@/lib/profiles/schema";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createUser, signIn } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/** What people agreed to when they created their account, and later. */

beforeAll(useTestDatabase);

const agreementOf = (id: string) =>
  db().user.findUniqueOrThrow({ where: { id }, select: { agreedVersion: true, agreedAt: true } });

test.each([
  ["a code", {}],
  ["Google", { google: { sub: "agreement", name: "Ishita Verma" } }],
])("the first proof of an address by %s is an agreement to the version shown", async (_, proof) => {
  const { id } = await createNewcomer({ agreedVersion: null, agreedAt: null });
  await transaction((tx) => proveAddress(tx, id, { browser: undefined, ...proof }));
  expect(await agreementOf(id)).toEqual({ agreedVersion: LEGAL_VERSION, agreedAt: expect.any(Date) });
});

test("a later sign-in is none", async () => {
  const { id } = await createUser({ agreedVersion: "0.9" });
  await transaction((tx) => proveAddress(tx, id, { browser: undefined }));
  expect((await agreementOf(id)).agreedVersion).toBe("0.9");
});

test("a member agrees to what the documents say now, and to nothing else", async () => {
  const me = await createMember({ agreedVersion: "0.9", agreedAt: null });
  const { token } = me;
  expect((await api.get("/auth/me", { token })).read(meAnswer).user.agreedVersion).toBe("0.9");
  const agree = (agreedVersion: string) => api.put(`/users/${me.id}`, { token, body: { agreedVersion } });
  expect(await agree("0.9")).toMatchObject({
    status: 400,
    body: { message: "The terms have changed. Please reload the page." },
  });
  expect((await agree(LEGAL_VERSION)).read(meAnswer).user.agreedVersion).toBe(LEGAL_VERSION);
  expect((await agreementOf(me.id)).agreedAt).not.toBeNull();
  // It is no one else's business.
  const { token: other } = await createMember();
  const seen = (await api.get(`/users/${me.id}`, { token: other })).read(userAnswer).user;
  expect(seen.agreedVersion).toBeUndefined();
});

test("agreeing and withdrawing are acts with a history, and signing in again asks anew", async () => {
  const { id } = await createNewcomer({ agreedVersion: null, agreedAt: null });
  const proven = await transaction((tx) => proveAddress(tx, id, { browser: undefined }));
  const acts = async () =>
    (await db().consent.findMany({ where: { userId: id }, orderBy: { id: "asc" } })).map(
      ({ document, version, isGiven }) => `${isGiven ? "+" : "-"} ${document} ${version}`,
    );
  const given = LEGAL_DOCUMENTS.map((name) => `+ ${name} ${LEGAL_VERSION}`);
  expect(await acts()).toEqual(given);
  const { token } = await signIn(proven);
  const body = { withdrawsConsent: true };
  expect(await api.post(`/users/${id}/deactivate`, { token, body })).toMatchObject({ status: 200 });
  expect(await acts()).toEqual([...given, ...LEGAL_DOCUMENTS.map((name) => `- ${name} ${LEGAL_VERSION}`)]);
  expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    isActive: false,
    agreedVersion: null,
  });
});
