/**
 * The address a request comes from, as limits may count it (lib/api/route.ts reads it from X-Client-Address).
 * A client can write any X-Forwarded-For: only the entries our own proxies added count, and those are the last ones.
 * @param {import("node:http").IncomingMessage} request
 * @param {number} proxies how many proxies in front of us are ours (TRUST_PROXY); 0: the header is ignored
 */
export function clientAddress(request, proxies) {
  const peer = request.socket.remoteAddress ?? "unknown";
  const header = request.headers["x-forwarded-for"];
  const forwarded = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((each) => each.trim());
  // The nearest proxy is the peer; each one before it stands one further left.
  const address = proxies > 0 ? forwarded.at(-proxies) : undefined;
  return (address || peer).replace(/^::ffff:/, "");
}
