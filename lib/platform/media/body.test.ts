import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readBody, readForm } from "@/lib/platform/media/body";

const requestOf = (body: ReadableStream<Uint8Array> | string) =>
  new Request("http://localhost:3000/", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=edge" },
    body,
    duplex: "half",
  } as RequestInit);

const FILE = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
const never = new AbortController().signal;

async function readAll(request: Request, bytesMax: number, signal = never): Promise<number> {
  let bytes = 0;
  for await (const chunk of readBody(request, bytesMax, signal)) bytes += chunk.length;
  return bytes;
}

test("a body that stalls is given up after 30 seconds", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (!isFirst) return new Promise(() => undefined);
      isFirst = false;
      controller.enqueue(new Uint8Array(60_000));
      return undefined;
    },
  });
  const received = readAll(requestOf(body), 1_000_000);
  let isOver = false;
  received.catch(() => {
    isOver = true;
  });
  const rejection = expect(received).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/stalled/),
  });
  await jest.advanceTimersByTimeAsync(29_000);
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(2_000);
  await rejection;
  jest.useRealTimers();
});

test("a body that is too large, or stopped, is not read on", async () => {
  await expect(readAll(requestOf("12345"), 5)).resolves.toBe(5);
  await expect(readAll(requestOf("123456"), 5)).rejects.toMatchObject({ status: 413 });
  await expect(readAll(requestOf("1"), 5, AbortSignal.abort(new RangeError()))).rejects.toMatchObject({
    status: 400,
    cause: expect.any(RangeError),
  });
});

test("a body that is stopped while it is awaited ends with the reason", async () => {
  const stop = new AbortController();
  const received = readAll(requestOf(new ReadableStream()), 5, stop.signal);
  const rejection = expect(received).rejects.toMatchObject({ cause: expect.any(RangeError) });
  await delay(10);
  stop.abort(new RangeError());
  await rejection;
});

test("memory holds no chunk that was read", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (sent++ < 64 ? controller.enqueue(new Uint8Array(1024)) : controller.close()),
  });
  const chunks: WeakRef<Uint8Array>[] = [];
  let held = 0;
  for await (const chunk of readBody(requestOf(body), 64 * 1024, never)) {
    chunks.push(new WeakRef(chunk));
    if (chunks.length < 60) continue;
    // A WeakRef holds its target until the job in which it was made or read has ended.
    await delay(1);
    collectGarbage();
    held = Math.max(held, chunks.filter((each) => each.deref()).length);
  }
  expect(chunks).toHaveLength(64);
  expect(held).toBeLessThan(10);
});

const readFile = async (body: string, bytesMax: number) => {
  const files: Record<string, string> = {};
  const fields = await readForm(requestOf(body), {
    bytesMax,
    save: (name, file) =>
      name === "file"
        ? text(file).then((content) => {
            files[name] = content;
          })
        : null,
  });
  return { ...fields, ...files };
};

test("a form's fields and files are read, wherever they stand, and other files skipped", async () => {
  const field = '--edge\r\nContent-Disposition: form-data; name="type"\r\n\r\navatar\r\n';
  const form = `${FILE}12345\r\n${field}${FILE.replace('"file"', '"other"')}1\r\n--edge--`;
  expect(await readFile(form, 5)).toEqual({ file: "12345", type: "avatar" });
  await expect(readFile(form, 4)).rejects.toMatchObject({ status: 413 });
});

test("a malformed form is rejected without an unhandled rejection", async () => {
  const unhandled = jest.fn();
  process.on("unhandledRejection", unhandled);
  for (const broken of [
    "--edge\r\nbroken",
    `${FILE}x`,
    "x",
    `${FILE.repeat(30)}`,
    `${FILE.replace('"file"', '"other"')}x`,
  ]) {
    await expect(readFile(broken, 1_000)).rejects.toMatchObject({ name: "ApiError", status: 400 });
  }
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("an error while a file is written is passed on unchanged, and stops the rest", async () => {
  const full = Object.assign(new Error("full"), { code: "ENOSPC", errno: -28 });
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(`${FILE}x`)),
  });
  const received = readForm(requestOf(body), { bytesMax: 1_000, save: () => Promise.reject(full) });
  await expect(received).rejects.toBe(full);
});
