import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receiveForm } from "@/lib/platform/media/multipart";

const directory = mkdtempSync(join(tmpdir(), "campus-circle-form-"));
afterAll(() => rmSync(directory, { recursive: true }));

const formOf = (body: ReadableStream<Uint8Array> | string) =>
  new Request("http://localhost:3000/", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=edge" },
    body,
    duplex: "half",
  } as RequestInit);

const FILE = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

test.each([
  ["a member's", true, 29_000],
  ["a stranger's", false, 9_000],
])("%s upload that stalls is aborted", async (_, isKnown, patience) => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (!isFirst) return new Promise(() => undefined);
      isFirst = false;
      controller.enqueue(Buffer.from(`${FILE}x`));
      return undefined;
    },
  });
  const received = receiveForm(formOf(body), {
    directory: mkdtempSync(join(directory, "stalled-")),
    files: { file: 1_000 },
    isKnown: () => isKnown,
  });
  let isOver = false;
  received.catch(() => {
    isOver = true;
  });
  const rejection = expect(received).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/stalled/),
  });
  await jest.advanceTimersByTimeAsync(patience);
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(2_000);
  await rejection;
  jest.useRealTimers();
});

test("a malformed form is rejected without an unhandled rejection", async () => {
  const unhandled = jest.fn();
  process.on("unhandledRejection", unhandled);
  for (const broken of [
    "--edge\r\nbroken",
    `${FILE}x`,
    "--edge\r\n\r\n\r\n--edge--",
    "x",
    `${FILE.repeat(30)}`,
  ]) {
    await expect(receiveForm(formOf(broken), { directory, files: { other: 1_000 } })).rejects.toMatchObject({
      name: "ApiError",
      status: 400,
    });
  }
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
