/**
 * An answer may be given before the request's body has arrived in full: a refusal needs no file. The rest still comes, and
 * while nobody reads it, the next request on the same connection waits behind it for ever. Node reads such a rest
 * itself, but not of a body that somebody began to read, as Next.js does.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export function drainAfter(request, response) {
  response.once("finish", () => {
    if (request.complete) return;
    // Who began to read would pause it again.
    request.removeAllListeners("data");
    request.removeAllListeners("readable");
    request.resume();
  });
}
