import "server-only";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import { type OpenedSession, openSession } from "@/lib/auth/service/sessions";
import { transaction } from "@/lib/platform/db";
import { databaseCodes } from "@/lib/platform/db-errors";
import { type GoogleIdentity, verifyGoogleCredential } from "@/lib/platform/google";
import { takeLimit } from "@/lib/platform/rate-limit";
import { ANONYMOUS_NAME, COLLEGE_DOMAINS, collegeByEmail } from "@/lib/product";
import { nameField } from "@/lib/users/contract";
import { searchTextOf } from "@/lib/users/service/profile";

type Caller = { ip: string; userAgent: string };

/**
 * Signs in with a Google credential; a new college address gets an account. Throws `invalid_credential` (401),
 * `email_domain` (403, no account is made), `not_found` for a deactivated account, `rate_limited`, `provider_failed`.
 */
export async function signInWithGoogle(credential: string, caller: Caller): Promise<OpenedSession> {
  await takeLimit("google_ip", caller.ip);
  const identity = await verifyGoogleCredential(credential);
  try {
    return await openFor(identity, caller.userAgent);
  } catch (error) {
    // Two first sign-ins at once: the second finds the account the first one made.
    const codes = databaseCodes(error);
    if (codes.has("P2002") || codes.has("23505")) return openFor(identity, caller.userAgent);
    throw error;
  }
}

async function openFor(identity: GoogleIdentity, userAgent: string): Promise<OpenedSession> {
  return transaction(async (tx) => {
    const linked = await tx.user.findUnique({ where: { googleSub: identity.sub } });
    const known = linked ?? (await tx.user.findUnique({ where: { email: identity.email } }));
    if (known) {
      if (!known.isActive) throw new ApiError("not_found", "User not found");
      if (known.googleSub && known.googleSub !== identity.sub) {
        throw new ApiError("invalid_credential", "That address is linked to another Google account.");
      }
      const user = linked
        ? known
        : await tx.user.update({
            where: { id: known.id },
            // Google proves the address as a code does: a password set before that is dropped.
            data: {
              googleSub: identity.sub,
              ...(known.verifiedAt ? {} : { verifiedAt: new Date(), passwordHash: null }),
            },
          });
      const opened = await openSession(tx, user, userAgent);
      return { ...opened, answer: { ...opened.answer, newUser: false } };
    }
    if (!collegeByEmail(identity.email)) throw outsideDomain(identity.email);
    const name = nameField.safeParse(identity.name).data ?? ANONYMOUS_NAME;
    const user = await tx.user.create({
      data: {
        id: uuid(),
        email: identity.email,
        googleSub: identity.sub,
        provider: "google",
        name,
        verifiedAt: new Date(),
        searchText: searchTextOf({ name }),
      },
    });
    const opened = await openSession(tx, user, userAgent);
    return { ...opened, answer: { ...opened.answer, newUser: true } };
  });
}

function outsideDomain(email: string): ApiError {
  return new ApiError(
    "email_domain",
    `Only students with ${COLLEGE_DOMAINS} email addresses can login. Please use your college email.`,
    { status: 403, extra: { newUser: true, user: { email } } },
  );
}
