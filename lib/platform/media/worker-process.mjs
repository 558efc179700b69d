/**
 * Processes an uploaded file in a process of its own: `worker-process.mjs <MB> <kind> <arguments>`.
 * worker.ts kills it when it takes too long. When it runs out of memory, or takes more than so many
 * MB, only this process ends.
 *
 * @typedef {import("./worker.ts").Message} Message
 * @typedef {(report: (message: Message) => Promise<unknown>, ...values: string[]) => Promise<Message>} Work
 */

/** @type {Record<string, () => Promise<Work>>} */
const KINDS = {
  picture: async () => {
    const { encodeOrExplain } = await import("./picture-encode.mjs");
    return (_, from = "", to = "", shape = "") => encodeOrExplain(from, to, JSON.parse(shape));
  },
  video: async () => {
    const { repackOrExplain } = await import("./video-repack.mjs");
    return (report, from = "", to = "") =>
      repackOrExplain(from, to, (duration) => report({ step: "checked", duration }));
  },
};

/** How often the memory is looked at. Decoders take theirs outside of V8's limit. */
const LOOK_MS = 20;

/** @param {Message} message */
const report = (message) => new Promise((resolve) => process.send?.(message, resolve));

process.on("disconnect", () => process.exit());
const [, , megabytes = "", kind = "", ...values] = process.argv;
const work = await KINDS[kind]?.();
if (!work) throw new Error(`There is no work "${kind}".`);
setInterval(() => {
  if (process.memoryUsage.rss() > Number(megabytes) * 1024 ** 2) process.exit(1);
}, LOOK_MS);
await report({ step: "started" });
try {
  await report(await work(report, ...values));
} catch (error) {
  await report({ failure: String(error) });
}
process.exit();
