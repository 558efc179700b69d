import "server-only";
import { env } from "@/lib/platform/env";
import { countUses, refundUses, type Use } from "@/lib/platform/rate-limit";
import { pseudonym } from "@/lib/sessions/server/browser";
import { textParts } from "@/lib/text/rich-text";

/**
 * The same link again and again is how spam looks. Past a limit, what has it is not published but
 * held for review (docs/security.md, Limits).
 */

/** What an act came to. A repetition of what was done before counts for nothing. */
type Done<Result> = { result: Result; isNew: boolean };

/**
 * Publishes a text, whose links to other sites are counted. `isHeld` is true when one of them has
 * been published too often: moderators look first. What fails or was published before is refunded.
 */
export async function withCountedLinks<Result>(
  personId: string,
  links: string[],
  publish: (isHeld: boolean) => Promise<Done<Result>>,
): Promise<Done<Result>> {
  const uses = links.map((link): Use => ["same_link", `${pseudonym("link", link)}:${personId}`]);
  if (uses.length === 0) return publish(false);
  const states = await countUses(uses);
  const counted = uses.filter((_, index) => !states[index]?.isOver);
  let isNew = false;
  try {
    const done = await publish(counted.length < uses.length);
    isNew = done.isNew;
    return done;
  } finally {
    if (!isNew && counted.length > 0) await refundUses(counted);
  }
}

/** The addresses of other sites in a text, each once, in the form that is the same for one page. */
export function outsideLinks(text: string): string[] {
  const here = new URL(env().APP_URL).host;
  const links = textParts(text).flatMap((part) => (part.kind === "link" ? [new URL(part.href)] : []));
  return [...new Set(links.filter(({ host }) => host !== here).map(normalise))];
}

/** Parameters that say where a visitor came from, and change nothing about the page. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|igshid?|mc_[ce]id|msclkid|ref|ref_src|si|share)$/i;

/** Without scheme, `www.`, capitals, slash at the end, fragment and tracking. */
function normalise({ host, pathname, searchParams }: URL): string {
  const query = new URLSearchParams([...searchParams].filter(([name]) => !TRACKING.test(name)));
  query.sort();
  const address = host.replace(/^www\./, "") + pathname.replace(/\/+$/, "");
  return `${address}?${query}`.toLowerCase();
}
