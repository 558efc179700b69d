import { createHmac } from "node:crypto";
import { resetEnvForTests } from "@/lib/platform/env";
import { verifyGoogleCredential } from "@/lib/platform/google";
import { CLIENT_ID, type GoogleIssuer, startGoogleIssuer } from "@/tests/google-issuer";

/**
 * What a credential proves, and what happens when Google's keys can't be had. No database is needed
 * for it.
 */

let google: GoogleIssuer;

beforeEach(async () => {
  google = await startGoogleIssuer();
});
afterEach(() => google.close());

const claims = { sub: "g-1", email: "Ananya.Singh@mitsgwl.ac.in" };
const refused = { code: "invalid_credential", status: 401 };

test("a good credential proves who Google says it is", async () => {
  expect(await verifyGoogleCredential(await google.sign(claims))).toEqual({
    sub: "g-1",
    email: "Ananya.Singh@mitsgwl.ac.in",
    name: "Ananya Singh",
  });
});

test("where the college's mail is Google's, an account the college does not manage proves nothing", async () => {
  process.env.GOOGLE_HOSTED_DOMAIN = "mitsgwl.ac.in";
  resetEnvForTests();
  await expect(verifyGoogleCredential(await google.sign(claims))).rejects.toMatchObject({
    ...refused,
    message: "Please choose your Google account of mitsgwl.ac.in.",
  });
  await expect(
    verifyGoogleCredential(await google.sign({ ...claims, hd: "evil.example" })),
  ).rejects.toMatchObject(refused);
  expect(await verifyGoogleCredential(await google.sign({ ...claims, hd: "mitsgwl.ac.in" }))).toMatchObject({
    sub: "g-1",
  });
  delete process.env.GOOGLE_HOSTED_DOMAIN;
  resetEnvForTests();
});

test("Google's public key is no secret to sign with", async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hour = Math.floor(Date.now() / 1000) + 3600;
  const body = { ...claims, iss: "https://accounts.google.com", aud: CLIENT_ID, exp: hour, iat: hour - 3600 };
  const text = `${encode({ alg: "HS256", kid: "one", typ: "JWT" })}.${encode({ ...body, email_verified: true })}`;
  const signature = createHmac("sha256", google.publicKey).update(text).digest("base64url");
  await expect(verifyGoogleCredential(`${text}.${signature}`)).rejects.toMatchObject(refused);
});

describe("while Google's keys are out of reach", () => {
  test.each(["failing", "hanging"] as const)(
    "%s, a person is asked within ten seconds to try again, and gets in as soon as they are back",
    async (how) => {
      const credential = await google.sign(claims);
      google.behave(how);
      const began = Date.now();
      await expect(verifyGoogleCredential(credential)).rejects.toMatchObject({
        code: "provider_failed",
        status: 502,
      });
      expect(Date.now() - began).toBeLessThan(10_000);
      google.behave("well");
      expect(await verifyGoogleCredential(credential)).toMatchObject({ sub: "g-1" });
    },
  );

  test("a forged credential is not believed either", async () => {
    const forged = await google.sign(claims, { foreign: true });
    google.behave("failing");
    await expect(verifyGoogleCredential(forged)).rejects.toMatchObject({ status: 502 });
    google.behave("well");
    await expect(verifyGoogleCredential(forged)).rejects.toMatchObject(refused);
  });

  test("whoever comes while the keys are known already notices nothing", async () => {
    await verifyGoogleCredential(await google.sign(claims));
    google.behave("hanging");
    expect(await verifyGoogleCredential(await google.sign(claims))).toMatchObject({ sub: "g-1" });
  });
});
