import "server-only";
import type { Turn } from "@/lib/accounts/server/password";
import { peopleWhoMaySignIn } from "@/lib/audience/server/standing";
import { siteOf } from "@/lib/platform/client-network";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { countUses, refundUses, takeLimits, type Use } from "@/lib/platform/rate-limit";
import { collegeByEmail } from "@/lib/product";
import { pseudonym } from "@/lib/sessions/server/browser";

/**
 * Budgets for attempts at an account. A browser that has signed in to it before has a budget of its
 * own. Everyone else shares one, so strangers can only use up the attempts of strangers.
 */

/**
 * Who makes the attempt: which browser (lib/sessions/server/browser.ts), from which network
 * address.
 */
export type Attempt = { email: string; browser: string | undefined; ip: string };

/**
 * Who asks for a code or an account. `hasCookie` is true when the browser sent its cookie rather
 * than getting one now.
 */
export type Asker = Attempt & { browser: string; hasCookie: boolean };

/** The keys attempts are counted by: hashes, so that the table holds no addresses. */
export const mailboxOf = ({ email }: Pick<Attempt, "email">) => pseudonym("mailbox", email);
export const networkOf = ({ ip }: Pick<Attempt, "ip">) => pseudonym("network", ip);
/** Wider than `networkOf` (lib/platform/client-network.ts), for ceilings. */
export const sitePseudonym = ({ ip }: Pick<Attempt, "ip">) => pseudonym("network", siteOf(ip));

/** Whose turn an attempt is among the hashes (password.ts). */
export const turnOf = (
  { browser, ip }: Pick<Attempt, "browser" | "ip">,
  { isKnown }: { isKnown: boolean },
): Turn => (isKnown && browser ? { isKnown, of: browser } : { isKnown: false, of: siteOf(ip) });

export type AddressLookup = {
  userId: string | undefined;
  isOwner: boolean;
  /** Whether its owner has ever shown that it is theirs. */
  isProven: boolean;
  hasAsked: boolean;
  /** Whether the college has invited the address, not one of its own, and it has no account yet. */
  isInvited: boolean;
};

type AddressRow = Omit<AddressLookup, "userId"> & { id: string | null };

/**
 * The account of an address, and whether this browser has registered or signed in with it, or
 * recently asked for a code.
 */
export async function lookUp({ email, browser, hasCookie }: Asker): Promise<AddressLookup> {
  const seen = hasCookie ? browser : null;
  const isPrivate = !collegeByEmail(email);
  // One statement, so that a known address takes as long as an unknown one.
  const [row] = await db().sql<AddressRow>`
    SELECT u.id, u.verified_at IS NOT NULL AS "isProven",
      coalesce(u.registered_browser = ${seen}
        OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.browser = ${seen}), false) AS "isOwner",
      EXISTS (SELECT 1 FROM one_time_codes c
        WHERE c.mailbox = ${mailboxOf({ email })} AND c.browser = ${seen}) AS "hasAsked",
      ${isPrivate} AND EXISTS (SELECT FROM roster_entries WHERE email = ${email} AND role = 'alumni')
        AND NOT EXISTS (SELECT FROM users WHERE email = ${email}) AS "isInvited"
    FROM (SELECT 1) AS one LEFT JOIN users u ON u.email = ${email}
      AND ${peopleWhoMaySignIn.sql}`;
  return {
    userId: row?.id ?? undefined,
    isOwner: row?.isOwner ?? false,
    isProven: row?.isProven ?? false,
    hasAsked: row?.hasAsked ?? false,
    isInvited: row?.isInvited ?? false,
  };
}

/** True when this browser has signed in to the account of this address before. */
export async function isKnownBrowser({ email, browser }: Attempt): Promise<boolean> {
  if (!browser) return false;
  const session = await db().session.findFirst({ where: { browser, user: { email } }, select: { id: true } });
  return session !== null;
}

/**
 * Counts one attempt at the password of an address, known or not, before comparing; `refund`
 * undoes it if the password was right. A known browser has five in 15 minutes. Everyone else shares
 * 20 an hour for the address, without exception: codes remain as a way in. No site may use more
 * than its share of the comparisons a server can make. Throws `rate_limited`.
 */
export async function takePasswordTry(
  attempt: Attempt,
): Promise<{ turn: Turn; refund: () => Promise<void> }> {
  const mailbox = mailboxOf(attempt);
  const isKnown = await isKnownBrowser(attempt);
  const uses: Use[] = isKnown
    ? [["password_browser", `${attempt.browser}:${mailbox}`]]
    : [
        ["password_strangers", mailbox],
        ["password_ip", sitePseudonym(attempt)],
      ];
  await takeLimits(uses);
  return { turn: turnOf(attempt, { isKnown }), refund: () => refundUses(uses) };
}

/**
 * Counts a wrong attempt, for the mailbox per day and for the whole campus per hour. Logs a
 * campus-wide attack once an hour, for alerting.
 */
export async function countFailure(attempt: Attempt, { isOnlyMailbox = false } = {}): Promise<void> {
  const mailbox: Use = ["code_failures_mailbox", mailboxOf(attempt)];
  const [, campus] = await countUses(isOnlyMailbox ? [mailbox] : [mailbox, ["code_failures", "campus"]]);
  if (campus?.isFirstOver) {
    log().warn("many wrong codes or passwords across campus: possible guessing attack");
  }
}
