let hasWarned = false;

/**
 * Says once that a proxy is in front of us whose word we ignore: all its visitors then share one
 * limit. A stranger who writes the header can have it said too, once.
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
 * The address a request comes from, as the socket or the last proxy spells it: it goes to
 * X-Client-Address, and lib/platform/client-network.ts makes of it what limits count. A client can
 * write any X-Forwarded-For: only the entries our own proxies added count, and those are the last
 * ones.
 * @param {import("node:http").IncomingMessage} request
 * @param {number} proxies how many proxies in front of us are ours (TRUST_PROXY); 0: the header is
 *   ignored
 */
export function clientAddress(request, proxies) {
  const peer = request.socket.remoteAddress ?? "unknown";
  const header = request.headers["x-forwarded-for"];
  const forwarded = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((each) => each.trim());
  // The nearest proxy is the peer; each one before it stands one further left.
  const address = proxies > 0 ? forwarded.at(-proxies) : undefined;
  return address || peer;
}
