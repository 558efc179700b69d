/**
 * A client that reads nothing for this long, in milliseconds, has gone away: a player requests the
 * part it needs again. Node may check twice before it acts.
 */
const IDLE_MS = 60_000;

/**
 * Next.js drops a route's `Content-Length` and sends the body in chunks. Players need a video's
 * length up front (Safari plays nothing else), so a route that sends a file also sets
 * `X-File-Length`, which becomes the real header here.
 *
 * Such a response does not vary with Next's own headers. It also ends when its client reads nothing
 * for a while, because it holds a file open.
 * @param {import("node:http").ServerResponse} response
 */
export function restoreContentLength(response, idleMs = IDLE_MS) {
  const writeHead = response.writeHead;
  response.writeHead = /** @type {typeof writeHead} */ (
    (/** @type {Parameters<typeof writeHead>} */ ...head) => {
      const length = response.getHeader("X-File-Length");
      if (length !== undefined) {
        response.removeHeader("X-File-Length");
        if (!response.hasHeader("Content-Encoding")) response.setHeader("Content-Length", length);
        response.removeHeader("Vary");
        response.setTimeout(idleMs, () => response.destroy());
      }
      return writeHead.apply(response, head);
    }
  );
}
