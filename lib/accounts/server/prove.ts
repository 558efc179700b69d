import "server-only";
import { UNTOUCHED } from "@/lib/accounts/server/blank-account";
import { resumeStanding } from "@/lib/accounts/server/former-members";
import { findListed, fromRoster } from "@/lib/accounts/server/roster";
import { peopleWhoMaySignIn } from "@/lib/audience/server/standing";
import { LEGAL_VERSION } from "@/lib/legal/policy";
import { recordConsent } from "@/lib/legal/server/consents";
import type { Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";
import { canJoinCollege } from "@/lib/profiles/policy";
import { usernameFor } from "@/lib/profiles/server/username";
import type { Prisma, User } from "@/prisma/generated/client/client";

/** What proving an address, by code or by a provider that vouches for it, does to its account. */

type Proof = {
  /** The browser that proves it; undefined without the cookie. */
  browser: string | undefined;
  /** The college the person chose: used if their address belongs to it and they have none yet. */
  collegeName?: string | undefined;
  /** The provider's id of the person and their name there, for a proof by Google or the college. */
  vouched?: { link: Pick<Prisma.UserUpdateInput, "googleSub" | "oidcSubject">; name: string };
};

/**
 * Anyone may register any address. So the first proof discards everything written before it, unless
 * the browser that proves the address also registered it; what the college has listed of the
 * address is what they are; and what holds for the person from a former account is theirs again.
 * Assigns a username once there is a name. Throws Prisma's not-found error when the account is
 * gone.
 */
export async function proveAddress(tx: Tx, userId: string, proof: Proof): Promise<User> {
  await lockRows(tx, "users", [userId]);
  const account = await tx.user.findUniqueOrThrow({ where: { id: userId, ...peopleWhoMaySignIn.where } });
  const isFirst = account.verifiedAt === null;
  const isOwn = proof.browser !== undefined && proof.browser === account.registeredBrowser;
  const user = { ...account, ...(isFirst && !isOwn ? UNTOUCHED : {}) };
  const listed = isFirst ? await findListed(tx, user.email) : null;
  const givenName = listed?.name || (isFirst && proof.vouched?.name);
  const name = user.name === ANONYMOUS_NAME && givenName ? givenName : user.name;
  const username = user.username ?? (await usernameFor(tx, name));
  const { collegeName } = proof;
  const choosesCollege =
    user.collegeName === NO_COLLEGE && collegeName !== undefined && canJoinCollege(user, collegeName);
  const now = new Date();
  const proven = await tx.user.update({
    where: { id: userId },
    data: {
      ...(isFirst && !isOwn ? UNTOUCHED : {}),
      // The screens that lead here say that going on is agreeing.
      ...(isFirst ? { verifiedAt: now, agreedVersion: LEGAL_VERSION, agreedAt: now } : {}),
      ...proof.vouched?.link,
      ...(choosesCollege ? { collegeName } : {}),
      ...(listed ? fromRoster(listed, user) : {}),
      name,
      username,
      updatedAt: new Date(),
    },
  });
  if (isFirst) await recordConsent(tx, userId);
  const hasReturned = isFirst && (await resumeStanding(tx, account, listed));
  return hasReturned ? tx.user.findUniqueOrThrow({ where: { id: userId } }) : proven;
}
