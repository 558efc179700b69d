import "server-only";
import { v7 as uuid } from "uuid";
import { isGuessablePassword } from "@/lib/accounts/guessable-password";
import { COMMON_PASSWORD } from "@/lib/accounts/policy";
import type { PasswordState } from "@/lib/accounts/schema";
import { type PasswordChange, passwordMail } from "@/lib/accounts/server/mails";
import { hashPassword, matchesHash, type Turn, unmatchableHash } from "@/lib/accounts/server/password";
import {
  type OwnAccount,
  type Proof,
  proofOf,
  readAccount,
  reauthenticateError,
  turnOfOwner,
} from "@/lib/accounts/server/reauthenticate";
import { closeOtherSessions, type OpenedSession, openSession } from "@/lib/accounts/server/sessions";
import { type Attempt, countFailure, takePasswordTry } from "@/lib/accounts/server/tries";
import { peopleWhoMaySignIn } from "@/lib/audience/server/standing";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { sendMail } from "@/lib/platform/mail";
import type { Viewer } from "@/lib/sessions/server/access";

/** Signs in with a password, and sets, changes and removes the viewer's own. */

type Login = Attempt & { password: string; signInBrowser: string; userAgent: string };

/**
 * Exchanges an address and its password for a session. Throws `rate_limited` and
 * `invalid_credential` (401): with the same message after the same time whether the address is
 * unknown, unproven, switched off, has no password or another one.
 */
export async function logInWithPassword(login: Login): Promise<OpenedSession> {
  const { email, password, userAgent, signInBrowser } = login;
  const attempt = await takePasswordTry(login);
  const user = await db().user.findUnique({
    where: { email, ...peopleWhoMaySignIn.where, verifiedAt: { not: null } },
  });
  const isRight = await matchesStored(user?.passwordHash, password, attempt.turn).catch(
    async (error: unknown) => {
      // The queue was full: nothing was compared.
      await attempt.refund();
      throw error;
    },
  );
  if (!user?.passwordHash || !isRight) {
    // Without a password nothing is at risk: such attempts must not count towards the campus-wide
    // alarm.
    await countFailure(login, { isOnlyMailbox: !user?.passwordHash });
    throw invalidCredential();
  }
  await attempt.refund();
  const { id, passwordHash } = user;
  const opened = await transaction(async (tx) => {
    // Comparing is slow: by now the password may have been changed, and the account deactivated
    // or banned.
    await lockRows(tx, "users", [id]);
    const current = await tx.user.findUnique({ where: { id, passwordHash, ...peopleWhoMaySignIn.where } });
    if (!current) throw invalidCredential();
    return openSession(tx, current, userAgent, signInBrowser);
  });
  return { ...opened, answer: { ...opened.answer, message: "Logged in" } };
}

/** Takes the same time without a stored hash. */
const matchesStored = async (stored: string | null | undefined, password: string, turn: Turn) =>
  matchesHash(stored ?? (await unmatchableHash()), password, turn);

const invalidCredential = () =>
  new ApiError("invalid_credential", "Wrong email or password. Try again, or use a code instead.");

type Change = { viewer: Viewer } & Proof;

/** What the viewer needs to set, change or remove their password. */
export async function getPasswordState(viewer: Viewer): Promise<PasswordState> {
  const { passwordHash, recentlySignedIn } = await readAccount(viewer);
  return { hasPassword: passwordHash !== null, recentlySignedIn };
}

/**
 * Sets or changes the viewer's password; a change ends their other sessions. A first password needs
 * a code or a recent sign-in, a change the current password or a code. Throws
 * `reauthenticate` (403) without such a proof, `common_password`, `wrong_password`, or what a wrong
 * code throws (400).
 */
export async function setPassword(change: Change & { password: string }): Promise<{ message: string }> {
  const account = await readAccount(change.viewer);
  // Before the proof, which would use up a code.
  if (isGuessablePassword(change.password, account)) throw new ApiError("common_password", COMMON_PASSWORD);
  const prove = await proofOf(account, change, { recentIsEnough: account.passwordHash === null });
  const hash = await hashPassword(change.password, turnOfOwner(account));
  await prove(async (tx) => {
    await replacePassword(tx, change.viewer, account, hash);
    await notifyOwner(account.email, account.passwordHash ? "changed" : "set", tx);
  });
  const message = account.passwordHash
    ? "Your password is changed. Your other devices are logged out."
    : "Your password is set.";
  return { message };
}

/**
 * Removes the viewer's password and ends their other sessions; they sign in with codes by mail
 * again. Needs the password or a code and throws as `setPassword` does; `not_found` when there is
 * none.
 */
export async function removePassword(change: Change): Promise<{ message: string }> {
  const account = await readAccount(change.viewer);
  if (account.passwordHash === null) throw new ApiError("not_found", "You have no password.");
  const prove = await proofOf(account, change, { recentIsEnough: false });
  await prove(async (tx) => {
    await replacePassword(tx, change.viewer, account, null);
    await notifyOwner(account.email, "removed", tx);
  });
  return { message: "Your password is removed. Your other devices are logged out." };
}

/**
 * Hashes the password that comes with a registration of the signed-in viewer. There is no hash when
 * it is already theirs, nor for one that is easy to guess, also from the `name` they register with:
 * it is accepted, but opens no sign-in. Throws `reauthenticate` (403) unless their sign-in or last
 * proof is recent: a stolen token alone must not add a way to sign in, nor a proof that the owner
 * is asking. Throws `conflict` (409) when they have another password.
 */
export async function hashForRegistration(
  viewer: Viewer,
  { password, name }: { password: string; name?: string | undefined },
): Promise<{ opensSignIn: boolean; hash?: string }> {
  const account = await readAccount(viewer);
  if (account.passwordHash) {
    if (await matchesHash(account.passwordHash, password, turnOfOwner(account))) return { opensSignIn: true };
    throw new ApiError("conflict", "You have another password. You can change it under Settings, Account.");
  }
  if (isGuessablePassword(password, { ...account, name: name || account.name }))
    return { opensSignIn: false };
  if (!account.recentlySignedIn) throw reauthenticateError();
  return { opensSignIn: true, hash: await hashPassword(password, turnOfOwner(account)) };
}

/**
 * Writes the new hash unless the password has changed in the meantime. Replacing an existing
 * password ends all other sessions.
 */
async function replacePassword(
  tx: Tx,
  viewer: Viewer,
  account: OwnAccount,
  hash: string | null,
): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: viewer.id, passwordHash: account.passwordHash },
    data: { passwordHash: hash },
  });
  if (count === 0) {
    throw new ApiError("conflict", "Your password has just been changed. Please try again.");
  }
  if (account.passwordHash === null) return;
  await closeOtherSessions(tx, viewer);
}

/** Notifies the owner by mail, in the transaction of the change if there is one. */
export async function notifyOwner(email: string, change: PasswordChange, tx?: Tx): Promise<void> {
  await sendMail({ to: email, ...(await passwordMail(change)), idempotencyKey: `password-${uuid()}` }, tx);
}
