import "server-only";
import { env } from "@/lib/platform/env";
import { textParts } from "@/lib/text/rich-text";

/** Links to other sites in what people write, which lib/limits/server/write-limits.ts counts. */

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
