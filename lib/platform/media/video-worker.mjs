import { repackOrExplain } from "./video-repack.mjs";

/**
 * Repacks a video in a process of its own: `video-worker.mjs <from> <to>`. video.ts kills it when
 * it takes too long, and if it runs out of memory, only this process dies.
 */

/** @param {import("./video.ts").WorkerMessage} message */
const report = (message) => new Promise((resolve) => process.send?.(message, resolve));

process.on("disconnect", () => process.exit());
const [, , from = "", to = ""] = process.argv;
await report({ step: "started" });
await report(await repackOrExplain(from, to, (duration) => report({ step: "checked", duration })));
process.disconnect();
