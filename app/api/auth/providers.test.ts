import { createHmac, randomUUID } from "node:crypto";
import { EncryptJWT, type JWTPayload } from "jose";
import { startOidcIssuer } from "@/e2e/oidc-issuer.mjs";
import { passwordStateAnswer, sessionAnswer } from "@/lib/accounts/schema";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { keyFor } from "@/lib/platform/keys";
import { api } from "@/tests/api";
import { createNewcomer, createUser } from "@/tests/factories";
import { CLIENT_ID, type GoogleIssuer, startGoogleIssuer } from "@/tests/google-issuer";
import { useTestDatabase } from "@/tests/test-db";

/** Signing in with Google, and with the college's OpenID Connect. */

describe("Google", () => {
  let google: GoogleIssuer;

  beforeAll(async () => {
    await useTestDatabase();
    google = await startGoogleIssuer();
  });
  afterAll(() => google.close());

  const send = (tokenId: string, more: object = {}, mayFail = false) =>
    api.post("/auth/google", {
      body: { tokenId, collegeId: "-", collegeName: "-", role: "student", ...more },
      mayFail,
    });
  const signInWith = async (claims: JWTPayload, more: object = {}) => send(await google.sign(claims), more);

  const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;

  // This test runs first, before any key is cached.
  test("signing in fails while Google's keys are unreachable and works as soon as they are back", async () => {
    const credential = await google.sign({ sub: "g-0", email: "patient@mitsgwl.ac.in" });
    google.behave("failing");
    expect(await send(credential, {}, true)).toMatchObject({ status: 502, error: "provider_failed" });
    expect(await db().user.count({ where: { email: "patient@mitsgwl.ac.in" } })).toBe(0);
    google.behave("well");
    expect(await send(credential)).toMatchObject({ status: 200 });
  });

  describe("a person with a Google account", () => {
    test("from the college gets an account, marked as new", async () => {
      const reply = await signInWith({ sub: "g-1", email: "Ananya.Singh@mitsgwl.ac.in" });
      const session = reply.read(sessionAnswer);
      expect(session).toMatchObject({
        newUser: true,
        user: {
          email: "ananya.singh@mitsgwl.ac.in",
          name: "Ananya Singh",
          username: expect.stringMatching(/^ananya\.singh(\.\d+)?$/),
          provider: "google",
          verified: true,
          role: "student",
        },
      });
      expect(await api.get("/auth/me", { token: session.accessToken })).toMatchObject({ status: 200 });
      expect(reply.headers.get("Set-Cookie")).toContain("next-auth.session-token=");
    });

    test.each([
      ["just made", 0, true],
      ["made eleven minutes ago", -11, false],
    ])("has shown who they are as recently as the credential was %s", async (_, age, expected) => {
      const reply = await signInWith({ sub: "g-fresh", email: "fresh@mitsgwl.ac.in", iat: minutes(age) });
      const { accessToken } = reply.read(sessionAnswer);
      const state = await api.get("/auth/password", { token: accessToken });
      expect(state.read(passwordStateAnswer).recentlySignedIn).toBe(expected);
    });

    test("returns to the same account, even with a changed address", async () => {
      const first = (await signInWith({ sub: "g-2", email: "kabir@mitsgwl.ac.in" })).read(sessionAnswer);
      const second = (await signInWith({ sub: "g-2", email: "kabir.rao@mitsgwl.ac.in" })).read(sessionAnswer);
      expect(second.newUser).toBe(false);
      expect(second.user._id).toBe(first.user._id);
    });

    test("gets the account they registered by email, without a password set before the proof", async () => {
      const user = await createNewcomer({ passwordHash: "set by a stranger" });
      const { user: shown, newUser } = (await signInWith({ sub: "g-3", email: user.email })).read(
        sessionAnswer,
      );
      expect(shown._id).toBe(user.id);
      expect(newUser).toBe(false);
      const row = await db().user.findUniqueOrThrow({ where: { id: user.id } });
      expect(row).toMatchObject({ googleSub: "g-3", passwordHash: null });
      expect(row.verifiedAt).not.toBeNull();
    });

    test("gets an account without anything a stranger entered, and a username", async () => {
      const email = "planted@mitsgwl.ac.in";
      await api.post("/auth/register", {
        body: { email, name: "Rude Name", collegeName: "MITS", bio: "Rude", password: "planted" },
      });
      const { user } = (await signInWith({ sub: "g-10", email, name: "Tara Iyer" })).read(sessionAnswer);
      expect(user).toMatchObject({ name: "Tara Iyer", username: "tara.iyer", collegeName: "--", bio: "" });
      expect(await db().user.findUniqueOrThrow({ where: { email } })).toMatchObject({
        passwordHash: null,
        searchName: "tara iyer",
      });
    });

    test("retains what the same browser registered", async () => {
      const email = "own.work@mitsgwl.ac.in";
      const browser = new Map<string, string>();
      await api.post("/auth/register", { body: { email, name: "Own Work", collegeName: "MITS" }, browser });
      const tokenId = await google.sign({ sub: "g-11", email, name: "Google Name" });
      const reply = await api.post("/auth/google", { body: { tokenId }, browser });
      expect(reply.read(sessionAnswer).user).toMatchObject({ name: "Own Work", username: "own.work" });
    });

    test("signs in from a network address over its limit of forged credentials", async () => {
      const ip = "192.0.2.70";
      await db().rateLimit.create({
        data: { key: `google_junk_ip:${ip}`, count: 300, expiresAt: new Date(Date.now() + 60_000) },
      });
      const sendFrom = (tokenId: string) => api.post("/auth/google", { body: { tokenId }, ip });
      expect(await sendFrom("nonsense")).toMatchObject({ status: 429 });
      const tokenId = await google.sign({ sub: "g-12", email: "neighbour@mitsgwl.ac.in" });
      expect(await sendFrom(tokenId)).toMatchObject({ status: 200 });
    });

    test.each([
      ["a look-alike letter", "\u212aabir@mitsgwl.ac.in", 400],
      ["a plus suffix", "kabir+1@mitsgwl.ac.in", 400],
      ["a plus suffix elsewhere", "kabir+1@gmail.com", 403],
    ])("whose address has %s gets no account", async (_, email, status) => {
      expect(await signInWith({ sub: "g-13", email })).toMatchObject({ status });
      expect(await db().user.count({ where: { googleSub: "g-13" } })).toBe(0);
    });

    test("can't take over an address that is linked to another Google account", async () => {
      const user = await createUser({ googleSub: "g-owner" });
      expect(await signInWith({ sub: "g-thief", email: user.email })).toMatchObject({
        status: 401,
        error: "invalid_credential",
      });
      expect(await db().user.findUnique({ where: { id: user.id } })).toEqual(user);
    });

    test("from outside the college gets no account and the reason", async () => {
      const reply = await signInWith({ sub: "g-4", email: "ananya@gmail.com" });
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual({
        error: "email_domain",
        message:
          "Only students with @mitsgwl.ac.in email addresses can login. Please use your college email.",
        newUser: true,
        user: { email: "ananya@gmail.com" },
      });
      expect(await db().user.count({ where: { email: "ananya@gmail.com" } })).toBe(0);
    });

    test("is not found if their account was switched off", async () => {
      const user = await createUser({ isActive: false });
      expect(await signInWith({ sub: "g-5", email: user.email })).toMatchObject({
        status: 404,
        body: { message: "User not found" },
      });
    });

    test("remains a student whatever role is sent", async () => {
      const { user } = (
        await signInWith({ sub: "g-6", email: "staff@mitsgwl.ac.in" }, { role: "admin" })
      ).read(sessionAnswer);
      expect(user.role).toBe("student");
    });

    test("without a visible name at Google is anonymous for now", async () => {
      const { user } = (await signInWith({ sub: "g-7", email: "noname@mitsgwl.ac.in", name: "\u200b" })).read(
        sessionAnswer,
      );
      expect(user.name).toBe("Anonymous User");
    });

    test("has one account after ten simultaneous first sign-ins", async () => {
      const claims = { sub: "g-8", email: "ten@mitsgwl.ac.in" };
      const replies = await Promise.all(Array.from({ length: 10 }, () => signInWith(claims)));
      const sessions = replies.map((reply) => reply.read(sessionAnswer));
      expect(new Set(sessions.map(({ user }) => user._id)).size).toBe(1);
      expect(sessions.filter(({ newUser }) => newUser)).toHaveLength(1);
    });
  });

  describe("a credential", () => {
    const email = "victim@mitsgwl.ac.in";
    const claims = { sub: "g-victim", email };

    test.each<[string, () => Promise<string> | string]>([
      ["that is nonsense", () => "credential"],
      ["signed by someone else", () => google.sign(claims, { foreign: true })],
      ["with an unknown key", () => google.sign(claims, { kid: "two" })],
      ["for another app", () => google.sign({ ...claims, aud: "other.apps.googleusercontent.com" })],
      ["from another issuer", () => google.sign({ ...claims, iss: "https://evil.example" })],
      ["that has expired", () => google.sign({ ...claims, exp: minutes(-6) })],
      ["without an expiry", () => google.sign({ ...claims, exp: undefined })],
      ["with an unverified address", () => google.sign({ ...claims, email_verified: false })],
      ["with a verified flag that is a string", () => google.sign({ ...claims, email_verified: "true" })],
      ["without an address", () => google.sign({ ...claims, email: undefined })],
      ["without an identity", () => google.sign({ ...claims, sub: undefined })],
      ["without a signature", () => forge({ alg: "none" }, () => "")],
      ["signed with the public client id", () => forge({ alg: "HS256", kid: "one" }, hmac(CLIENT_ID))],
    ])("%s is rejected", async (_, make) => {
      expect(await send(await make())).toMatchObject({ status: 401, error: "invalid_credential" });
      expect(await db().user.count({ where: { email } })).toBe(0);
    });

    test("tolerates a clock skew of five minutes", async () => {
      expect(await signInWith({ sub: "g-9", email: "clock@mitsgwl.ac.in", exp: minutes(-4) })).toMatchObject({
        status: 200,
      });
    });

    function forge(header: object, sign: (text: string) => string): string {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const body = {
        ...claims,
        iss: "https://accounts.google.com",
        aud: CLIENT_ID,
        exp: minutes(5),
        email_verified: true,
      };
      const text = `${encode(header)}.${encode(body)}`;
      return `${text}.${sign(text)}`;
    }
    const hmac = (key: string) => (text: string) =>
      createHmac("sha256", key).update(text).digest("base64url");
  });
});

describe("OpenID Connect", () => {
  /** Signing in at an issuer that really answers, over HTTP. */

  type Issuer = Awaited<ReturnType<typeof startOidcIssuer>>;
  type Person = Parameters<Issuer["signIn"]>[1];
  type Browser = Map<string, string>;

  let issuer: Issuer;
  const own = { ...process.env };

  beforeAll(useTestDatabase);
  beforeEach(async () => {
    issuer = await startOidcIssuer();
    Object.assign(process.env, issuer.env);
    resetEnvForTests();
  });
  afterEach(async () => {
    await issuer.stop();
    process.env = { ...own };
    resetEnvForTests();
    jest.restoreAllMocks();
  });

  /** Presses the button. Returns where the browser is led. */
  async function start(browser: Browser): Promise<string> {
    const reply = await api.get("/auth/oidc", { browser });
    expect(reply.status).toBe(303);
    return reply.headers.get("Location") ?? "";
  }

  /** Comes back from the issuer. Returns where the browser is led. */
  async function comeBack(address: string, browser: Browser): Promise<string> {
    const { pathname, searchParams } = new URL(address);
    expect(pathname).toBe("/api/auth/oidc/callback");
    const query = Object.fromEntries(searchParams);
    const reply = await api.get("/auth/oidc/callback", { query, browser });
    expect(reply.status).toBe(303);
    return reply.headers.get("Location") ?? "";
  }

  const visit = async (person: Person, browser: Browser = new Map()) =>
    comeBack(issuer.signIn(await start(browser), person), browser);

  const openSession = (browser: Browser) => api.post("/auth/oidc", { browser });

  async function signIn(person: Person, browser: Browser = new Map()) {
    expect(await visit(person, browser)).toBe("/login-page?oidc=done");
    return openSession(browser);
  }

  const sessionOf = async (person: Person, browser?: Browser) =>
    (await signIn(person, browser)).read(sessionAnswer);

  describe("a person the issuer vouches for", () => {
    test("is led there with state, nonce and PKCE, and gets a session as with Google", async () => {
      const browser: Browser = new Map();
      const address = new URL(await start(browser));
      expect(address.origin + address.pathname).toBe(`${process.env.OIDC_ISSUER}/authorize`);
      expect(Object.fromEntries(address.searchParams)).toEqual({
        client_id: "campus-circle",
        redirect_uri: "http://localhost:3000/api/auth/oidc/callback",
        response_type: "code",
        scope: "openid email profile",
        state: expect.stringMatching(/^.{32,}$/),
        nonce: expect.stringMatching(/^.{32,}$/),
        code_challenge: expect.stringMatching(/^.{43}$/),
        code_challenge_method: "S256",
        max_age: "600",
      });
      const person = { email: "Asha.Rao@mitsgwl.ac.in", name: "Asha Rao" };
      expect(await comeBack(issuer.signIn(address.href, person), browser)).toBe("/login-page?oidc=done");
      const reply = await openSession(browser);
      const session = reply.read(sessionAnswer);
      expect(session).toMatchObject({
        newUser: true,
        user: {
          email: "asha.rao@mitsgwl.ac.in",
          name: "Asha Rao",
          provider: "oidc",
          verified: true,
          collegeName: "--",
        },
      });
      expect(await api.get("/auth/me", { token: session.accessToken })).toMatchObject({ status: 200 });
      expect(reply.headers.get("Set-Cookie")).toContain("next-auth.session-token=");
      const consents = await db().consent.count({ where: { userId: session.user._id } });
      expect(consents).toBeGreaterThan(0);
      // The identity is used up.
      expect(await openSession(browser)).toMatchObject({ status: 401, error: "invalid_credential" });
    });

    test("returns to the same account, even with a changed address", async () => {
      const sub = "s-2";
      const first = await sessionOf({ sub, email: "kabir@mitsgwl.ac.in" });
      const second = await sessionOf({ sub, email: "kabir.rao@mitsgwl.ac.in" });
      expect(second).toMatchObject({ newUser: false, user: { _id: first.user._id } });
    });

    test("gets the account they registered by email, without what was set before the proof", async () => {
      const user = await createNewcomer({ passwordHash: "set by a stranger", bio: "Rude" });
      expect(await sessionOf({ email: user.email })).toMatchObject({
        newUser: false,
        user: { _id: user.id, bio: "" },
      });
      expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
        oidcSubject: `${process.env.OIDC_ISSUER} at-college-${user.email}`,
        passwordHash: null,
      });
    });

    test("may have signed in with Google before", async () => {
      const user = await createUser({ googleSub: "g-both" });
      expect((await sessionOf({ email: user.email })).user._id).toBe(user.id);
    });

    test("signs in twice at once with one account", async () => {
      const person = { email: "twice@mitsgwl.ac.in" };
      const [first, second] = await Promise.all([sessionOf(person), sessionOf(person)]);
      expect(first.user._id).toBe(second.user._id);
    });

    test("may have the address in userinfo alone, and an issuer that takes the secret in a header", async () => {
      issuer.behaviour.basicOnly = true;
      issuer.behaviour.claims = { email: undefined, email_verified: undefined };
      issuer.behaviour.userinfo = { email: "thin@mitsgwl.ac.in", email_verified: true };
      expect((await sessionOf({ sub: "s-3" })).user.email).toBe("thin@mitsgwl.ac.in");
    });
  });

  describe("how recent a proof is", () => {
    const now = () => Math.floor(Date.now() / 1000);
    const isRecent = async (authTime: number | undefined) => {
      issuer.behaviour.claims = { auth_time: authTime };
      const { accessToken } = await sessionOf({ email: `fresh.${randomUUID()}@mitsgwl.ac.in` });
      const state = await api.get("/auth/password", { token: accessToken });
      const others = await api.delete("/auth/sessions", { token: accessToken });
      expect(others.status).toBe(state.read(passwordStateAnswer).recentlySignedIn ? 200 : 403);
      return others.status === 200;
    };

    test.each([
      ["a minute ago", -60, true],
      ["by a clock that is ahead", 200, true],
      ["eleven minutes ago", -660, false],
      ["three days ago", -3 * 86_400, false],
    ])("is the issuer's word: the password was entered %s", async (_, seconds, expected) => {
      expect(await isRecent(now() + seconds)).toBe(expected);
    });

    test("is unknown without its word, so that a code is needed", async () => {
      expect(await isRecent(undefined)).toBe(false);
    });
  });

  describe("after a logout", () => {
    const prompt = async (browser: Browser) => new URL(await start(browser)).searchParams.get("prompt");

    test("the issuer asks again, until someone has signed in", async () => {
      const browser: Browser = new Map();
      expect(await prompt(browser)).toBeNull();
      const { refreshToken } = await sessionOf({ email: `leaving.${randomUUID()}@mitsgwl.ac.in` }, browser);
      await api.post("/auth/logout", { body: { refreshToken }, browser });
      expect(await prompt(browser)).toBe("login");
      expect(await prompt(browser)).toBe("login");
      await sessionOf({ email: `next.${randomUUID()}@mitsgwl.ac.in` }, browser);
      expect(await prompt(browser)).toBeNull();
    });

    test("it asks again also where the server did not learn of it", async () => {
      expect(await prompt(new Map([["signedOut", "1"]]))).toBe("login");
    });

    test("with OIDC_LOGOUT the browser is led by the issuer, which ends its session", async () => {
      const browser: Browser = new Map();
      const person = { email: `lab.${randomUUID()}@mitsgwl.ac.in` };
      await sessionOf(person, browser);
      expect(browser.has("atIssuer")).toBe(false);
      expect(await api.get("/auth/oidc/logout", { browser })).toMatchObject({ status: 404 });

      process.env.OIDC_LOGOUT = "1";
      resetEnvForTests();
      await sessionOf(person, browser);
      expect(browser.get("atIssuer")).toBe("1");
      const reply = await api.get("/auth/oidc/logout", { browser });
      expect(reply.status).toBe(303);
      const address = new URL(reply.headers.get("Location") ?? "");
      expect(address.origin + address.pathname).toBe(`${process.env.OIDC_ISSUER}/logout`);
      expect(Object.fromEntries(address.searchParams)).toEqual({
        client_id: "campus-circle",
        post_logout_redirect_uri: "http://localhost:3000/login-page",
      });
      expect(browser.get("atIssuer") ?? "").toBe("");
    });
  });

  describe("no session for", () => {
    test("an address outside the college, and no account", async () => {
      const email = "someone@gmail.com";
      expect(await signIn({ email })).toMatchObject({ status: 403, error: "email_domain" });
      expect(await db().user.count({ where: { email } })).toBe(0);
    });

    test("an address that is linked to another account of the issuer", async () => {
      await sessionOf({ sub: "s-first", email: "handed.on@mitsgwl.ac.in" });
      expect(await signIn({ sub: "s-second", email: "handed.on@mitsgwl.ac.in" })).toMatchObject({
        status: 401,
        error: "invalid_credential",
      });
    });

    test("an account that was switched off", async () => {
      const user = await createUser({ isActive: false, switchedOffAt: new Date() });
      expect(await signIn({ email: user.email })).toMatchObject({ status: 404, error: "not_found" });
    });

    test.each<[string, object | (() => object), string]>([
      ["a token for another app", { claims: { aud: "another" } }, "failed"],
      ["a token of another issuer", { claims: { iss: "https://evil.example" } }, "failed"],
      ["a token with another nonce", { claims: { nonce: "replayed" } }, "failed"],
      [
        "a token that has expired",
        () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 400 } }),
        "failed",
      ],
      ["a token of a foreign key", { foreign: true }, "failed"],
      ["an address that is not verified", { claims: { email_verified: false } }, "unverified"],
      ["an address of which nothing is said", { claims: { email_verified: undefined } }, "unverified"],
      ["no address", { claims: { email: undefined } }, "unverified"],
    ])("%s", async (_, behaviour, outcome) => {
      Object.assign(issuer.behaviour, typeof behaviour === "function" ? behaviour() : behaviour);
      const browser: Browser = new Map();
      expect(await visit({ email: "nobody@mitsgwl.ac.in" }, browser)).toBe(`/login-page?oidc=${outcome}`);
      expect(await openSession(browser)).toMatchObject({ status: 401, error: "invalid_credential" });
      expect(await db().user.count({ where: { email: "nobody@mitsgwl.ac.in" } })).toBe(0);
    });

    test("an attempt of another browser, an older one, or none", async () => {
      const mine: Browser = new Map();
      const theirs: Browser = new Map();
      const person = { email: "attacker@mitsgwl.ac.in" };
      const theirAnswer = issuer.signIn(await start(theirs), person);
      expect(await comeBack(theirAnswer, new Map())).toBe("/login-page?oidc=expired");
      const older = issuer.signIn(await start(mine), person);
      await start(mine);
      for (const answer of [theirAnswer, older]) {
        expect(await comeBack(answer, new Map(mine))).toBe("/login-page?oidc=expired");
      }
    });

    test("a code that is used again, or none of the issuer's", async () => {
      const browser: Browser = new Map();
      const answer = issuer.signIn(await start(browser), { email: "again@mitsgwl.ac.in" });
      const asWas = new Map(browser);
      expect(await comeBack(answer, browser)).toBe("/login-page?oidc=done");
      expect(await comeBack(answer, asWas)).toBe("/login-page?oidc=failed");
      const address = issuer.signIn(await start(browser), {});
      expect(await comeBack(address.replace(/code=[^&]+/, "code=guessed"), browser)).toBe(
        "/login-page?oidc=failed",
      );
    });

    test("someone who changed their mind", async () => {
      const browser: Browser = new Map();
      const state = new URL(await start(browser)).searchParams.get("state");
      const answer = `http://localhost/api/auth/oidc/callback?error=access_denied&state=${state}&iss=${process.env.OIDC_ISSUER}`;
      expect(await comeBack(answer, browser)).toBe("/login-page?oidc=cancelled");
    });

    test("a cookie that was made for something else, or has expired", async () => {
      const identity = { sub: "s", email: "forged@mitsgwl.ac.in", name: "" };
      const seal = (kind: string, seconds: string) =>
        new EncryptJWT({ [kind]: identity })
          .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
          .setExpirationTime(seconds)
          .encrypt(keyFor("oidc"));
      for (const sealed of [await seal("attempt", "1m"), await seal("identity", "-1s"), "nonsense"]) {
        const browser = new Map([["campus-circle.oidc", sealed]]);
        expect(await openSession(browser)).toMatchObject({ status: 401, error: "invalid_credential" });
      }
    });
  });

  test("an address of which nothing is said is taken with OIDC_TRUST_EMAIL, one that is called unverified is not", async () => {
    process.env.OIDC_TRUST_EMAIL = "1";
    resetEnvForTests();
    issuer.behaviour.claims = { email_verified: undefined };
    expect((await sessionOf({ email: "entra@mitsgwl.ac.in" })).user.email).toBe("entra@mitsgwl.ac.in");
    issuer.behaviour.claims = { email_verified: false };
    expect(await visit({ email: "entra@mitsgwl.ac.in" })).toBe("/login-page?oidc=unverified");
  });

  test.each(["failing", "hanging"] as const)(
    "while the issuer is %s the login says so, and then it works",
    async (answers) => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      jest.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 20));
      issuer.behaviour.answers = answers;
      expect(await start(new Map())).toBe("/login-page?oidc=unreachable");
      issuer.behaviour.answers = "well";
      const browser: Browser = new Map();
      const answer = issuer.signIn(await start(browser), { email: `${answers}@mitsgwl.ac.in` });
      issuer.behaviour.answers = answers;
      expect(await comeBack(answer, browser)).toBe("/login-page?oidc=unreachable");
      issuer.behaviour.answers = "well";
      expect((await signIn({ email: `${answers}@mitsgwl.ac.in` })).status).toBe(200);
    },
  );

  test("the cookie is for this server alone, over https for this host", async () => {
    process.env.APP_URL = "https://campus.example";
    resetEnvForTests();
    const cookie = (await api.get("/auth/oidc")).headers.get("Set-Cookie");
    expect(cookie).toMatch(
      /^__Host-campus-circle\.oidc=.+; Path=\/;.*Max-Age=600; .*Secure; HttpOnly; SameSite=lax$/i,
    );
  });

  test("without an issuer there is nothing here", async () => {
    for (const name of Object.keys(issuer.env)) delete process.env[name];
    resetEnvForTests();
    const replies = await Promise.all([
      api.get("/auth/oidc"),
      api.get("/auth/oidc/callback"),
      api.post("/auth/oidc"),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
