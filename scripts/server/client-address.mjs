let hasWarned = false;

/**
 * Warns once that a proxy is in front of us whose header we ignore: all its visitors then share one
 * limit. A client that sends the header itself can trigger the warning too, once.
 * @param {import("node:http").IncomingMessage} request
 * @param {number} proxies
 */
export function warnOfIgnoredProxy(request, proxies) {
  if (hasWarned || proxies > 0 || request.headers["x-forwarded-for"] === undefined) return;
  hasWarned = true;
  const msg =
    "Requests arrive with X-Forwarded-For and TRUST_PROXY is 0: limits count everybody behind the proxy as one. " +
    "Set TRUST_PROXY to the number of proxies in front of the app.";
  console.warn(JSON.stringify({ level: "warn", time: new Date().toISOString(), msg }));
}

/**
 * The address a request comes from, as the socket or the last proxy spells it. It goes into
 * X-Client-Address, and lib/platform/client-network.ts turns it into the network that limits count.
 *
 * A client can send any X-Forwarded-For. Only the entries that our own proxies added count, and
 * those are the last ones.
 * @param {import("node:http").IncomingMessage} request
 * @param {number} proxies how many proxies in front of us are ours (TRUST_PROXY); 0: the header is
 *   ignored
 */
export function clientAddress(request, proxies) {
  const peer = request.socket.remoteAddress ?? "unknown";
  const header = request.headers["x-forwarded-for"];
  const forwarded = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((entry) => entry.trim());
  // The nearest proxy is the peer; each proxy before it has its entry one further left.
  const address = proxies > 0 ? forwarded.at(-proxies) : undefined;
  return address || peer;
}
