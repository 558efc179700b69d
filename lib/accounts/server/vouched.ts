import "server-only";
import { v7 as uuid } from "uuid";
import { INVALID_EMAIL } from "@/lib/accounts/policy";
import { emailField } from "@/lib/accounts/schema";
import { proveAddress } from "@/lib/accounts/server/prove";
import { isInvited } from "@/lib/accounts/server/roster";
import { type OpenedSession, openSession } from "@/lib/accounts/server/sessions";
import { peopleWhoMaySignIn } from "@/lib/audience/server/standing";
import { siteOf } from "@/lib/platform/client-network";
import { type Tx, transaction } from "@/lib/platform/db";
import { databaseCodes } from "@/lib/platform/db-errors";
import { ApiError } from "@/lib/platform/errors";
import { type GoogleIdentity, verifyGoogleCredential } from "@/lib/platform/google";
import { takeLimit } from "@/lib/platform/rate-limit";
import { ANONYMOUS_NAME, COLLEGE_DOMAINS, collegeByEmail } from "@/lib/product";
import { nameField } from "@/lib/profiles/schema";
import { USER_NOT_FOUND } from "@/lib/text/errors";

/**
 * The browser that signs in: `browser` by the cookie it sent, `signInBrowser` by the one it gets.
 */
export type Caller = { ip: string; userAgent: string; browser: string | undefined; signInBrowser: string };

/** An account elsewhere whose provider vouches for its address. */
export type Vouched = {
  provider: "google" | "oidc";
  /** What the provider never changes. */
  sub: string;
  email: string;
  name: string;
  /**
   * When the person showed the provider who they are, in seconds since 1970. How recent a proof is
   * depends on this, not on when they came to us: the provider may have signed them in days ago.
   */
  shownAt: number | undefined;
};

/** The column that links an account of ours to it. */
const KEYS = { google: "googleSub", oidc: "oidcSubject" } as const;
const LINKED = {
  google: "That address is linked to another Google account.",
  oidc: "That address is linked to another account at the college.",
};

/**
 * Signs in whom a provider vouches for, and creates an account for a new address of the college or
 * one that it has invited. Throws
 * `email_domain` (403, no account is created), `invalid_credential` (401) for an address that is
 * linked to another account of the same provider, and `not_found` for a switched-off account.
 */
export async function signInVouched(identity: Vouched, caller: Caller): Promise<OpenedSession> {
  try {
    return await openSessionFor(identity, caller);
  } catch (error) {
    // The second of two simultaneous first sign-ins finds the account the first one created.
    const codes = databaseCodes(error);
    if (codes.has("P2002") || codes.has("23505")) return openSessionFor(identity, caller);
    throw error;
  }
}

async function openSessionFor(identity: Vouched, caller: Caller): Promise<OpenedSession> {
  const key = KEYS[identity.provider];
  return transaction(async (tx) => {
    const linked = await tx.user.findFirst({ where: { [key]: identity.sub } });
    const email = linked?.email ?? storedAddress(identity.email);
    const account = linked ?? (await tx.user.findUnique({ where: { email } }));
    const maySignIn =
      account && (await tx.user.count({ where: { id: account.id, ...peopleWhoMaySignIn.where } })) > 0;
    if (account && !maySignIn) throw new ApiError("not_found", USER_NOT_FOUND);
    if (account?.[key] && account[key] !== identity.sub) {
      throw new ApiError("invalid_credential", LINKED[identity.provider]);
    }
    // An existing account stays reachable even if its college is no longer supported; a new one
    // needs a supported address, or an invitation.
    if (!account && !collegeByEmail(email) && !(await isInvited(tx, email))) throw outsideDomain(email);
    const id = account?.id ?? (await createAccount(tx, email, identity.provider));
    const name = nameField.safeParse(identity.name).data ?? ANONYMOUS_NAME;
    const user = await proveAddress(tx, id, {
      browser: caller.browser,
      vouched: { link: { [key]: identity.sub }, name },
    });
    // Unknown counts as long ago.
    const provenAt = new Date(Math.min((identity.shownAt ?? 0) * 1000, Date.now()));
    const opened = await openSession(tx, user, caller.userAgent, caller.signInBrowser, provenAt);
    return { ...opened, answer: { ...opened.answer, newUser: !account } };
  });
}

async function createAccount(tx: Tx, email: string, provider: Vouched["provider"]): Promise<string> {
  const { id } = await tx.user.create({ data: { id: uuid(), email, provider } });
  return id;
}

/**
 * The address in the form the product stores. Throws `email_domain` for one outside the colleges
 * that is no address here.
 */
function storedAddress(address: string): string {
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

/**
 * Signs in with a Google credential. Throws as `signInVouched`, and `invalid_credential` (401) and
 * `provider_failed`. Also `rate_limited`: invalid credentials count against the site, valid
 * ones against their Google account.
 */
export async function signInWithGoogle(credential: string, caller: Caller): Promise<OpenedSession> {
  const identity = await verifyCredential(credential, caller.ip);
  await takeLimit("google_account", identity.sub);
  return signInVouched({ ...identity, provider: "google", shownAt: identity.issuedAt }, caller);
}

async function verifyCredential(credential: string, ip: string): Promise<GoogleIdentity> {
  try {
    return await verifyGoogleCredential(credential);
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_credential") {
      await takeLimit("google_junk_ip", siteOf(ip));
    }
    throw error;
  }
}
