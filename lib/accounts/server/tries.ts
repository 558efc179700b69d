import "server-only";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { countUses, giveBack, rejectOver, type Use } from "@/lib/platform/rate-limit";
import { pseudonym } from "@/lib/sessions/server/browser";

/**
 * Budgets of tries at an account. A browser that has signed in to it before has a budget of its
 * own; everybody else shares one, so that strangers use up strangers' tries and never the owner's.
 */

/** Who tries: which browser (lib/sessions/server/browser.ts), from which network address. */
export type Attempt = { email: string; browser: string | undefined; ip: string };

/**
 * Who asks for something new: `hasCookie` when the browser showed its cookie and was not only just
 * given it.
 */
export type Asker = Attempt & { browser: string; hasCookie: boolean };

/**
 * The names under which an attempt is counted: hashes, so that the table holds no address of
 * anybody.
 */
export const mailboxOf = ({ email }: Pick<Attempt, "email">) => pseudonym("mailbox", email);
export const networkOf = ({ ip }: Pick<Attempt, "ip">) => pseudonym("network", ip);

type Known = { userId: string | undefined; isOwner: boolean; hasAsked: boolean };

/**
 * Whose address it is, and whether this browser registered it or signed in with it, or has asked
 * for it lately.
 */
export async function lookUp({ email, browser, hasCookie }: Asker): Promise<Known> {
  const seen = hasCookie ? browser : null;
  // One statement, so that a known address takes as long as an unknown one.
  const [row] = await db().$queryRaw<{ id: string | null; isOwner: boolean; hasAsked: boolean }[]>`
    SELECT u.id,
      coalesce(u.registered_browser = ${seen}
        OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.browser = ${seen}), false) AS "isOwner",
      EXISTS (SELECT 1 FROM one_time_codes c
        WHERE c.mailbox = ${mailboxOf({ email })} AND c.browser = ${seen}) AS "hasAsked"
    FROM (SELECT 1) AS one LEFT JOIN users u ON u.email = ${email} AND (u.is_active OR u.deactivated_at IS NOT NULL)`;
  return {
    userId: row?.id ?? undefined,
    isOwner: row?.isOwner ?? false,
    hasAsked: row?.hasAsked ?? false,
  };
}

/** True when this browser has signed in to the account of this address before. */
export async function isKnownBrowser({ email, browser }: Attempt): Promise<boolean> {
  if (!browser) return false;
  const session = await db().session.findFirst({ where: { browser, user: { email } }, select: { id: true } });
  return session !== null;
}

/**
 * Takes one try at the password of an address, known or not, before it is compared; `giveBack`
 * undoes that once it was right. A known browser has five in 15 minutes. Everybody else shares 20
 * an hour for the address, beyond which a network address that has not tried today still has one,
 * and no network address has more than its share of the comparisons a server can make. Throws
 * `rate_limited`.
 */
export async function takePasswordTry(attempt: Attempt): Promise<{ giveBack: () => Promise<void> }> {
  const mailbox = mailboxOf(attempt);
  const uses: Use[] = (await isKnownBrowser(attempt))
    ? [["password_browser", `${attempt.browser}:${mailbox}`]]
    : [
        ["password_strangers", mailbox],
        ["password_network_first", `${networkOf(attempt)}:${mailbox}`],
        ["password_ip", networkOf(attempt)],
      ];
  const [budget, first, network] = await countUses(uses);
  if (budget && !(first && !first.isOver)) rejectOver([budget]);
  if (network) rejectOver([network]);
  return { giveBack: () => giveBack(uses) };
}

/**
 * Counts a wrong try at something that was there to be guessed: of the account for a day, and of
 * the whole campus for an hour. Guessing all over campus is said once an hour, so that the log can
 * raise an alarm.
 */
export async function countFailure(attempt: Attempt, { isOnlyMailbox = false } = {}): Promise<void> {
  const mailbox: Use = ["code_failures_mailbox", mailboxOf(attempt)];
  const [, campus] = await countUses(isOnlyMailbox ? [mailbox] : [mailbox, ["code_failures", "campus"]]);
  if (campus?.isFirstOver) {
    log().warn("many wrong codes or passwords all over campus: somebody may be guessing");
  }
}
