import { createHmac } from "node:crypto";
import { resetEnvForTests } from "@/lib/platform/env";
import { verifyGoogleCredential } from "@/lib/platform/google";
import { CLIENT_ID, type GoogleIssuer, startGoogleIssuer } from "@/tests/google-issuer";

/**
 * What a credential proves, and what happens when Google's keys cannot be fetched. Needs no
 * database.
 */

let google: GoogleIssuer;

beforeEach(async () => {
  google = await startGoogleIssuer();
});
afterEach(() => google.close());

const claims = { sub: "g-1", email: "Ananya.Singh@mitsgwl.ac.in" };
const rejection = { code: "invalid_credential", status: 401 };

test("a valid credential proves the account", async () => {
  expect(await verifyGoogleCredential(await google.sign(claims))).toEqual({
    sub: "g-1",
    email: "Ananya.Singh@mitsgwl.ac.in",
    name: "Ananya Singh",
    issuedAt: expect.any(Number),
  });
});

test("with GOOGLE_HOSTED_DOMAIN only accounts of its domains are accepted", async () => {
  process.env.GOOGLE_HOSTED_DOMAIN = "mitsgwl.ac.in, second.example";
  resetEnvForTests();
  await expect(verifyGoogleCredential(await google.sign(claims))).rejects.toMatchObject({
    ...rejection,
    message: "Please choose your Google account of mitsgwl.ac.in or second.example.",
  });
  await expect(
    verifyGoogleCredential(await google.sign({ ...claims, hd: "evil.example" })),
  ).rejects.toMatchObject(rejection);
  for (const hd of ["mitsgwl.ac.in", "second.example"]) {
    expect(await verifyGoogleCredential(await google.sign({ ...claims, hd }))).toMatchObject({ sub: "g-1" });
  }
  delete process.env.GOOGLE_HOSTED_DOMAIN;
  resetEnvForTests();
});

test("a token signed with HS256 and Google's public key is rejected", async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hour = Math.floor(Date.now() / 1000) + 3600;
  const body = { ...claims, iss: "https://accounts.google.com", aud: CLIENT_ID, exp: hour, iat: hour - 3600 };
  const text = `${encode({ alg: "HS256", kid: "one", typ: "JWT" })}.${encode({ ...body, email_verified: true })}`;
  const signature = createHmac("sha256", google.publicKey).update(text).digest("base64url");
  await expect(verifyGoogleCredential(`${text}.${signature}`)).rejects.toMatchObject(rejection);
});

describe("while Google's keys cannot be fetched", () => {
  test.each(["failing", "hanging"] as const)(
    "%s: answers 502 within ten seconds, and works again once they are back",
    async (how) => {
      const credential = await google.sign(claims);
      google.behave(how);
      const began = Date.now();
      await expect(verifyGoogleCredential(credential)).rejects.toMatchObject({
        code: "provider_failed",
        status: 502,
      });
      // Without a limit of our own it would take minutes.
      expect(Date.now() - began).toBeLessThan(25_000);
      google.behave("well");
      expect(await verifyGoogleCredential(credential)).toMatchObject({ sub: "g-1" });
    },
  );

  test("a forged credential is still rejected", async () => {
    const forged = await google.sign(claims, { foreign: true });
    google.behave("failing");
    await expect(verifyGoogleCredential(forged)).rejects.toMatchObject({ status: 502 });
    google.behave("well");
    await expect(verifyGoogleCredential(forged)).rejects.toMatchObject(rejection);
  });

  test("sign-in works with cached keys", async () => {
    await verifyGoogleCredential(await google.sign(claims));
    google.behave("hanging");
    expect(await verifyGoogleCredential(await google.sign(claims))).toMatchObject({ sub: "g-1" });
  });
});
