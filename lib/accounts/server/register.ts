import "server-only";
import { v7 as uuid } from "uuid";
import type * as z from "zod";
import { isGuessablePassword } from "@/lib/accounts/guessable-password";
import { ALREADY_REGISTERED, NO_COLLEGE_EMAIL } from "@/lib/accounts/policy";
import type { registerBody } from "@/lib/accounts/schema";
import { hashPassword } from "@/lib/accounts/server/password";
import { hashForRegistration, notifyOwner } from "@/lib/accounts/server/passwords";
import { renewCookie } from "@/lib/accounts/server/sessions";
import { type Asker, lookUp, sitePseudonym, turnOf } from "@/lib/accounts/server/tries";
import { siteOf } from "@/lib/platform/client-network";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { countUses, takeLimit } from "@/lib/platform/rate-limit";
import { ANONYMOUS_NAME, collegeByEmail, NO_COLLEGE } from "@/lib/product";
import type { ProfileBody } from "@/lib/profiles/schema";
import { assertCollegeOf, completeProfile } from "@/lib/profiles/server/profile";
import { toOwnUser } from "@/lib/profiles/server/profile-rows";
import { signAccessToken, suspendedError, type Viewer } from "@/lib/sessions/server/access";

type Registration = z.output<typeof registerBody>;

/**
 * Creates an unverified account for a college address. Its content survives the proof only if the
 * same browser proves the address. A password that is easy to guess is not stored: it must not open
 * password sign-in. Throws `email_domain` for any other address, `validation` for another college
 * than the address's, `rate_limited`, and `duplicate_email` (409) for a registered address,
 * verified or not. Once a network address has asked about too many addresses, a known one gets the
 * same answer as a new one; only the browser that registered or has used the account gets the real
 * answer.
 */
export async function register(body: Registration, asker: Asker) {
  const site = siteOf(asker.ip);
  await takeLimit("register_ip", site);
  requireCollegeAddress(body.email);
  if (body.collegeName) assertCollegeOf({ email: body.email }, body.collegeName);
  const opensSignIn = body.password !== undefined && !isGuessablePassword(body.password, body);
  // Anyone may ask for this hash, so it shares the budget of password attempts.
  if (opensSignIn) await takeLimit("password_ip", sitePseudonym(asker));
  const { isOwner } = await lookUp(asker);
  // Pictures can be uploaded only after signing in.
  const { email, name = ANONYMOUS_NAME, collegeName, bio = "", password, avatar: _, ...rest } = body;
  rest satisfies Record<string, never>;
  const user = { id: uuid(), email, name, collegeName: collegeName || NO_COLLEGE };
  const { count } = await db().user.createMany({
    data: {
      ...user,
      bio,
      passwordHash:
        password && opensSignIn ? await hashPassword(password, turnOf(asker, { isKnown: false })) : null,
      registeredBrowser: asker.browser,
    },
    skipDuplicates: true,
  });
  if (count === 0) {
    const [budget] = isOwner ? [] : await countUses([["unknown_address_ip", site]]);
    if (!budget?.isOver) throw duplicateEmail();
  }
  // Unproven accounts show nothing but what was sent.
  return {
    user: { _id: user.id, email: user.email, name: user.name, collegeName: user.collegeName },
    message: "Account created. Please verify your email.",
    ...(password ? { passwordOpensSignIn: opensSignIn } : {}),
  };
}

/**
 * Completes the profile of a person who is signed in with that address. The owner gets a mail about
 * a password it sets. Throws `rate_limited`, because hashing a password is the most expensive thing
 * a single call can ask for, `suspended`, and what `hashForRegistration` throws.
 */
export async function registerSignedIn(viewer: Viewer, body: Registration) {
  if (viewer.suspension) throw suspendedError(viewer.suspension);
  await takeLimit(body.password ? "password" : "write", viewer.id);
  const { email: _, password, ...profile } = body;
  const chosen = password ? await hashForRegistration(viewer, { password, name: body.name }) : undefined;
  const passwordHash = chosen?.hash;
  // An empty field changes nothing.
  const filled: ProfileBody = Object.fromEntries(Object.entries(profile).filter(([, value]) => value));
  const user = await completeProfile(viewer, { ...filled, ...(passwordHash ? { passwordHash } : {}) });
  if (passwordHash) await notifyOwner(user.email, "set");
  return {
    answer: {
      user: toOwnUser(user, viewer),
      token: signAccessToken(viewer),
      message: "Your profile is ready.",
      ...(chosen ? { passwordOpensSignIn: chosen.opensSignIn } : {}),
    },
    cookie: await renewCookie(viewer, user),
  };
}

/** True when the viewer's account has this address. */
export async function ownsAddress(viewer: Viewer, email: string): Promise<boolean> {
  return (await db().user.count({ where: { id: viewer.id, email } })) > 0;
}

/** Throws `email_domain` (400) unless the address is one of a supported college. */
function requireCollegeAddress(email: string): void {
  if (!collegeByEmail(email)) throw new ApiError("email_domain", NO_COLLEGE_EMAIL);
}

function duplicateEmail(): ApiError {
  return new ApiError("duplicate_email", ALREADY_REGISTERED);
}
