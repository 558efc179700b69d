/**
 * An answer may be given before the request's body has arrived in full: an error needs no file.
 * The rest still comes, and while nobody reads it, the next request on the same connection waits
 * behind it for ever. Node reads such a rest itself, but not of a body that somebody began to read,
 * as Next.js does.
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

/**
 * Anything but a form with files is there in full by then: a little after the API gave up on it
 * (lib/api/server/body.ts).
 */
const BODY_MS = 12_000;

/**
 * Closes the connection of a body that comes too slowly, read or unread, answered or not: without
 * that a stranger holds it for as long as a video may take.
 * @param {import("node:http").IncomingMessage} request
 * @param {boolean} mayBringFiles
 */
export function closeWhenSlow(request, mayBringFiles) {
  const { headers, socket } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const isForm = /^multipart\/form-data\s*;/i.test(headers["content-type"] ?? "");
  if (!hasBody || (isForm && mayBringFiles)) return;
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, BODY_MS);
  timer.unref();
  request.once("end", () => clearTimeout(timer));
}
