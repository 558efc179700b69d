import "server-only";
import { RECENT_MINUTES } from "@/lib/accounts/policy";
import { consumeCode } from "@/lib/accounts/server/check-code";
import { matchesHash, type Turn } from "@/lib/accounts/server/password";
import { ago } from "@/lib/platform/clock";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError, unauthenticatedError } from "@/lib/platform/errors";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Whether the owner of an account is asking, rather than someone who picked up an unlocked device:
 * shown by a recent sign-in, by the password, or by a code.
 */

/** What someone enters to show that the account is theirs, and where it comes from. */
export type Proof = {
  currentPassword?: string | undefined;
  otp?: string | undefined;
  browser: string | undefined;
  ip: string;
};

/** What is asked for depends on this. `recentlySignedIn` is true after a later proof as well. */
export type OwnAccount = {
  email: string;
  name: string;
  collegeName: string;
  passwordHash: string | null;
  recentlySignedIn: boolean;
};

/** The viewer's account. Throws `unauthenticated` when it is gone. */
export async function readAccount(viewer: Viewer): Promise<OwnAccount> {
  const session = await db().session.findUnique({
    where: { id: viewer.sessionId, user: { id: viewer.id, deletedAt: null } },
    select: {
      createdAt: true,
      provenAt: true,
      user: { select: { email: true, name: true, collegeName: true, passwordHash: true } },
    },
  });
  if (!session) throw unauthenticatedError();
  const { user, createdAt, provenAt } = session;
  return { ...user, recentlySignedIn: (provenAt ?? createdAt) > ago(RECENT_MINUTES, "minutes") };
}

/** Throws `reauthenticate` (403) unless this session's sign-in or last proof is recent. */
export async function assertRecentlySignedIn(viewer: Viewer): Promise<void> {
  if (!(await readAccount(viewer)).recentlySignedIn) throw reauthenticateError();
}

/**
 * Takes a proof for this session, after which it counts as recently signed in. Throws
 * `reauthenticate` without one, `wrong_password`, or what a wrong code throws (400).
 */
export async function reauthenticateSession(viewer: Viewer, proof: Proof): Promise<{ message: string }> {
  const prove = await proofOf(await readAccount(viewer), proof, { recentIsEnough: false });
  await prove(async (tx) => {
    await tx.session.updateMany({ where: { id: viewer.sessionId }, data: { provenAt: new Date() } });
  });
  return { message: "Thank you. You can go on." };
}

/** Whose turn it is among the hashes: someone who is signed in waits for no stranger. */
export const turnOfOwner = ({ email }: Pick<OwnAccount, "email">): Turn => ({ isKnown: true, of: email });

type Prove = (act: (tx: Tx) => Promise<void>) => Promise<void>;

/**
 * Checks that the owner is asking and returns a function that runs `act` in one transaction: a code
 * is consumed together with the change it allows, or not at all. Throws as `reauthenticateSession`.
 */
export async function proofOf(
  account: OwnAccount,
  { currentPassword, otp, browser, ip }: Proof,
  { recentIsEnough }: { recentIsEnough: boolean },
): Promise<Prove> {
  if (account.passwordHash && currentPassword !== undefined) {
    if (await matchesHash(account.passwordHash, currentPassword, turnOfOwner(account))) return transaction;
    throw new ApiError("wrong_password", "That isn't your current password.");
  }
  if (otp !== undefined) {
    const check = { email: account.email, code: otp, browser, ip };
    return (act) => consumeCode(check, (tx) => act(tx));
  }
  if (recentIsEnough && account.recentlySignedIn) return transaction;
  throw reauthenticateError();
}

/** 403: the owner has to confirm it. */
export const reauthenticateError = () =>
  new ApiError(
    "reauthenticate",
    "Please confirm that it's you, with a code from your email or your current password.",
  );
