/**
 * A response can be sent before the request's body has fully arrived: an error needs no file. The
 * rest of the body still arrives, and while no one reads it, the next request on the same
 * connection waits behind it forever. Node drains such a rest itself, but not when something began
 * to read the body, as Next.js does.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export function drainAfter(request, response) {
  response.once("finish", () => {
    if (request.complete) return;
    // A reader that began would pause the stream again.
    request.removeAllListeners("data");
    request.removeAllListeners("readable");
    request.resume();
  });
}

/**
 * Any body but a form with files has arrived by then. This is slightly longer than the
 * API itself waits (lib/api/server/body.ts).
 */
const BODY_MS = 12_000;

/**
 * Closes the connection when a body arrives too slowly, whether or not it is read or answered.
 * Otherwise a client could hold the connection for as long as a video upload may take.
 * @param {import("node:http").IncomingMessage} request
 * @param {"api" | "media" | "share" | "file" | "page"} kind what the address is
 */
export function closeWhenSlow(request, kind) {
  const { headers, socket } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const isForm = /^multipart\/form-data\s*;/i.test(headers["content-type"] ?? "");
  const acceptsFiles = isForm && (kind === "media" || kind === "api");
  if (!hasBody || acceptsFiles) return;
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, BODY_MS);
  timer.unref();
  request.once("end", () => clearTimeout(timer));
}
