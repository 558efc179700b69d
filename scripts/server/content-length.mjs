/**
 * A receiver that takes nothing for so long has left, in milliseconds: a player asks anew for the
 * part it needs. Node may look twice before it is sure.
 */
const IDLE_MS = 60_000;

/**
 * Next.js takes `Content-Length` off whatever a route answers, and then sends it in chunks. Players
 * want to know how long a video is before it comes (Safari plays nothing else), so a route that
 * sends a file also names its length as `X-File-Length`, which becomes the real header here. Such
 * an answer does not vary with Next's own headers either, and ends when its receiver takes nothing
 * for a while, because it holds the file open.
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
