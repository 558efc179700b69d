import "server-only";
import { MAY_SIGN_IN } from "@/lib/accounts/server/sessions";
import type { Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { ANONYMOUS_NAME, collegeByEmail, NO_COLLEGE } from "@/lib/product";
import { usernameFor } from "@/lib/profiles/server/username";
import type { User } from "@/prisma/generated/client/client";

/** What a proof of an address (a code, or Google's word) does to its account. */

type Proof = {
  /** The browser that proves it; undefined for one without the cookie. */
  browser: string | undefined;
  /** The college the person chose: taken when it is theirs and they have none yet. */
  collegeName?: string | undefined;
  /** Google's identity and name of the person, for a proof by Google. */
  google?: { sub: string; name: string };
};

/**
 * Anybody may register anybody's address. So the first proof drops all that was written before it,
 * unless the browser that proves the address is the one that registered it. Gives the person a
 * username once they have a name. Throws what Prisma throws when the account is gone.
 */
export async function proveAddress(tx: Tx, userId: string, proof: Proof): Promise<User> {
  await lockRows(tx, "users", [userId]);
  const known = await tx.user.findUniqueOrThrow({ where: { id: userId, ...MAY_SIGN_IN } });
  const isFirst = known.verifiedAt === null;
  const isOwn = proof.browser !== undefined && proof.browser === known.registeredBrowser;
  const user = { ...known, ...(isFirst && !isOwn ? UNTOUCHED : {}) };
  const name = user.name === ANONYMOUS_NAME && isFirst && proof.google ? proof.google.name : user.name;
  const username = user.username ?? (await usernameFor(tx, name));
  const college = collegeByEmail(user.email)?.code;
  const choosesCollege = user.collegeName === NO_COLLEGE && college && proof.collegeName === college;
  return tx.user.update({
    where: { id: userId },
    data: {
      ...(isFirst && !isOwn ? UNTOUCHED : {}),
      ...(isFirst ? { verifiedAt: new Date() } : {}),
      ...(proof.google ? { googleSub: proof.google.sub } : {}),
      ...(choosesCollege ? { collegeName: college } : {}),
      name,
      username,
      updatedAt: new Date(),
    },
  });
}

/** An account as it is when nothing but its address is known. */
const UNTOUCHED = {
  name: ANONYMOUS_NAME,
  username: null,
  collegeName: NO_COLLEGE,
  collegeId: "",
  bio: "",
  avatarId: null,
  bannerId: null,
  passwordHash: null,
} satisfies Partial<User>;
