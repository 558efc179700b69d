import "server-only";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";

/**
 * The network a caller comes from, as rate limits count it: an IPv4 address, or the /64 of an IPv6
 * address, because one customer owns a whole /64. `unknown` when no header names the address.
 */

/**
 * Our own server sets `X-Client-Address` (scripts/server/serve.mjs drops the client's value and
 * trusts proxies only as TRUST_PROXY says). Vercel's edge sets `X-Real-IP`.
 */
export function clientNetwork(headers: Headers): string {
  return networkOf(headers.get(env().VERCEL ? "x-real-ip" : "x-client-address") ?? "");
}

/**
 * The site a network of `clientNetwork` belongs to: the /48 of an IPv6 network, because providers
 * give whole /48s to single customers, who would be 65,536 networks. An IPv4 address stays as it
 * is. For ceilings that have to hold; what is only to keep neighbours apart counts by network.
 */
export function siteOf(network: string): string {
  const groups = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network)?.[1];
  return groups ? `${groups}::/48` : network;
}

/** The network of an address in any notation. Some proxies append a port. */
export function networkOf(text: string): string {
  const address = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "");
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address;
  if (!ipaddr.IPv6.isValid(address)) return "unknown";
  const v6 = ipaddr.IPv6.parse(address);
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address().toString();
  const prefix = v6.parts.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}
