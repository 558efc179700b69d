import "server-only";
import { v7 as uuid } from "uuid";
import { INVALID_EMAIL } from "@/lib/accounts/messages";
import { emailField } from "@/lib/accounts/schema";
import { proveAddress } from "@/lib/accounts/server/prove";
import { type OpenedSession, openSession } from "@/lib/accounts/server/sessions";
import { type Tx, transaction } from "@/lib/platform/db";
import { databaseCodes } from "@/lib/platform/db-errors";
import { ApiError } from "@/lib/platform/errors";
import { type GoogleIdentity, verifyGoogleCredential } from "@/lib/platform/google";
import { takeLimit } from "@/lib/platform/rate-limit";
import { ANONYMOUS_NAME, COLLEGE_DOMAINS, collegeByEmail } from "@/lib/product";
import { nameField } from "@/lib/profiles/schema";
import { USER_NOT_FOUND } from "@/lib/text/messages";

/**
 * Who signs in: `browser` by the cookie it showed, `signInBrowser` as it will be known afterwards.
 */
type Caller = { ip: string; userAgent: string; browser: string | undefined; signInBrowser: string };

/**
 * Signs in with a Google credential; a new college address gets an account. Throws
 * `invalid_credential` (401), `email_domain` (403, no account is made), `not_found` for a
 * deactivated account, `provider_failed`; and `rate_limited`: credentials that are none are counted
 * for the network address, real ones for their Google account.
 */
export async function signInWithGoogle(credential: string, caller: Caller): Promise<OpenedSession> {
  const identity = await verified(credential, caller.ip);
  await takeLimit("google_account", identity.sub);
  try {
    return await openFor(identity, caller);
  } catch (error) {
    // Two first sign-ins at once: the second finds the account the first one made.
    const codes = databaseCodes(error);
    if (codes.has("P2002") || codes.has("23505")) return openFor(identity, caller);
    throw error;
  }
}

async function verified(credential: string, ip: string): Promise<GoogleIdentity> {
  try {
    return await verifyGoogleCredential(credential);
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_credential") {
      await takeLimit("google_junk_ip", ip);
    }
    throw error;
  }
}

async function openFor(identity: GoogleIdentity, caller: Caller): Promise<OpenedSession> {
  return transaction(async (tx) => {
    const linked = await tx.user.findUnique({ where: { googleSub: identity.sub } });
    const email = linked?.email ?? collegeAddress(identity.email);
    const known = linked ?? (await tx.user.findUnique({ where: { email } }));
    if (known && !known.isActive && !known.deactivatedAt) throw new ApiError("not_found", USER_NOT_FOUND);
    if (known?.googleSub && known.googleSub !== identity.sub) {
      throw new ApiError("invalid_credential", "That address is linked to another Google account.");
    }
    // An account with another college's address stays reachable; a new one needs an address of a
    // college.
    if (!known && !collegeByEmail(email)) throw outsideDomain(email);
    const id = known?.id ?? (await createAccount(tx, email));
    const name = nameField.safeParse(identity.name).data ?? ANONYMOUS_NAME;
    const user = await proveAddress(tx, id, {
      browser: caller.browser,
      google: { sub: identity.sub, name },
    });
    const opened = await openSession(tx, user, caller.userAgent, caller.signInBrowser);
    return { ...opened, answer: { ...opened.answer, newUser: !known } };
  });
}

async function createAccount(tx: Tx, email: string): Promise<string> {
  const { id } = await tx.user.create({ data: { id: uuid(), email, provider: "google" } });
  return id;
}

/**
 * Google's address as the product knows addresses. Throws `email_domain` for one that is none of a
 * college.
 */
function collegeAddress(address: string): string {
  const { data, error } = emailField.safeParse(address);
  if (data) return data;
  if (!collegeByEmail(address)) throw outsideDomain(address);
  throw new ApiError("validation", error?.issues[0]?.message ?? INVALID_EMAIL);
}

function outsideDomain(email: string): ApiError {
  return new ApiError(
    "email_domain",
    `Only students with ${COLLEGE_DOMAINS} email addresses can login. Please use your college email.`,
    { status: 403, extra: { newUser: true, user: { email } } },
  );
}
