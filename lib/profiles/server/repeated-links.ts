import "server-only";
import { env } from "@/lib/platform/env";
import { countUses, type LimitState, refundUses, rejectOver, type Use } from "@/lib/platform/rate-limit";
import { pseudonym } from "@/lib/sessions/server/browser";
import { textParts } from "@/lib/text/rich-text";

/**
 * The same link again and again is how spam looks. Past a limit, a post or comment that has it is
 * not published but held for review. What one member writes to another is rejected, because
 * moderators read nothing private that no one reported, and so is a bio (docs/security.md, Limits).
 */

/** What an act came to. A repetition of what was done before counts for nothing. */
type Done<Result> = { result: Result; isNew: boolean };

/**
 * Publishes a text, whose links to other sites are counted. `isHeld` is true when one of them has
 * been published too often: moderators look first. What fails or was published before is refunded.
 */
export function withCountedLinks<Result>(
  personId: string,
  links: string[],
  publish: (isHeld: boolean) => Promise<Done<Result>>,
): Promise<Done<Result>> {
  return withStates(personId, links, (states) => publish(states.some(({ isOver }) => isOver)));
}

/**
 * Sends a text to one person, or saves one, whose links are counted along with those of posts. What
 * fails or was sent before is refunded. Throws `rate_limited` when a link was shared too often.
 */
export function withLimitedLinks<Result>(
  personId: string,
  links: string[],
  send: () => Promise<Done<Result>>,
): Promise<Done<Result>> {
  return withStates(personId, links, async (states) => {
    rejectOver(states, "You've shared this link too often today. Please try again");
    return send();
  });
}

async function withStates<Result>(
  personId: string,
  links: string[],
  act: (states: LimitState[]) => Promise<Done<Result>>,
): Promise<Done<Result>> {
  // By site as well: another query (`?a=1`, `?a=2`) makes another address of the same page.
  const sites = [...new Set(links.map((link) => link.replace(/[/?].*$/, "")))];
  const uses = [
    ...links.map((link): Use => ["same_link", `${pseudonym("link", link)}:${personId}`]),
    ...sites.map((site): Use => ["same_site", `${pseudonym("link", site)}:${personId}`]),
  ];
  if (uses.length === 0) return act([]);
  const states = await countUses(uses);
  const counted = uses.filter((_, index) => !states[index]?.isOver);
  let isNew = false;
  try {
    const done = await act(states);
    isNew = done.isNew;
    return done;
  } finally {
    if (!isNew && counted.length > 0) await refundUses(counted);
  }
}

/**
 * The addresses of other sites in these texts, each once, in the form that is the same for one
 * page. Those without a scheme count too, although the screens don't link them: people copy them.
 */
export function outsideLinks(...texts: string[]): string[] {
  const here = new URL(env().APP_URL).host;
  const links = texts.flatMap(addressesIn).map((address) => new URL(address));
  return [...new Set(links.filter(({ host }) => host !== here).map(normalise))];
}

function addressesIn(text: string): string[] {
  return textParts(text).flatMap((part) => {
    if (part.kind === "link") return [part.href];
    return part.kind === "text" ? bareAddressesIn(part.text) : [];
  });
}

/** What may be an address without a scheme: names with dots between them, and perhaps a path. */
const BARE_ADDRESS =
  /(?<![\p{L}\p{N}@./_-])(?:[\p{L}\p{N}-]+\.)+(?<domain>\p{L}{2,})(?![\p{L}\p{N}@_-])(?<path>[/?]\S*)?/gu;

/** Domains that are no word after a missing space (`B.Tech`, `Node.js`), even without a path. */
const USUAL_DOMAIN = /^(?:com|in|org|net|edu|io|co|me|ly|xyz|shop|store|site|online|link|info|biz)$/i;

function bareAddressesIn(text: string): string[] {
  return [...text.matchAll(BARE_ADDRESS)].flatMap(({ 0: address, groups: { domain = "", path } = {} }) => {
    const isAddress = USUAL_DOMAIN.test(domain) || (path !== undefined && domain === domain.toLowerCase());
    if (!isAddress) return [];
    // What belongs to the sentence is cut off as from any other link.
    return textParts(`https://${address}`).flatMap((part) => (part.kind === "link" ? [part.href] : []));
  });
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
