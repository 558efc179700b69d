import { MediaWorker } from "@/lib/uploads/client/media-worker";
import { InvalidMediaError } from "@/lib/uploads/client/prepared-media";

/** A worker whose answers the test gives. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  jobs: unknown[] = [];
  terminate = jest.fn();
  constructor(readonly url: string) {
    super();
    FakeWorker.all.push(this);
  }
  postMessage(job: unknown) {
    this.jobs.push(job);
  }
  answer(data: unknown) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const tick = () => new Promise((resolve) => setImmediate(resolve));
const last = () => FakeWorker.all.at(-1) as FakeWorker;
let worker: MediaWorker<string, string>;

beforeEach(() => {
  FakeWorker.all = [];
  globalThis.Worker = FakeWorker as unknown as typeof Worker;
  worker = new MediaWorker("/workers/any.js");
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
});

afterEach(() => {
  jest.useRealTimers();
});

test("does one job after another in one worker", async () => {
  const onProgress = jest.fn();
  const first = worker.run("one", { onProgress });
  const second = worker.run("two");
  await tick();
  expect(last().jobs).toEqual(["one"]);
  last().answer({ progress: 0.5 });
  last().answer({ result: "1" });
  await expect(first).resolves.toBe("1");
  expect(onProgress.mock.calls).toEqual([[0.5]]);
  await tick();
  expect(last().jobs).toEqual(["one", "two"]);
  last().answer({ result: "2" });
  await expect(second).resolves.toBe("2");
  expect(FakeWorker.all).toHaveLength(1);
});

test("distinguishes a file that can't be used from a failure, and goes on after both", async () => {
  const invalid = worker.run("invalid");
  await tick();
  last().answer({ invalid: "That picture can't be read." });
  await expect(invalid).rejects.toEqual(new InvalidMediaError("That picture can't be read."));
  const failed = worker.run("failed");
  await tick();
  last().answer({ failure: "out of memory" });
  await expect(failed).rejects.toThrow("out of memory");
  await expect(failed).rejects.not.toBeInstanceOf(InvalidMediaError);
  expect(last().terminate).not.toHaveBeenCalled();
});

test("cancelling stops the worker at once, and the next job gets a new one", async () => {
  const controller = new AbortController();
  const cancelled = worker.run("one", { signal: controller.signal });
  const next = worker.run("two");
  await tick();
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
  expect(last().terminate).toHaveBeenCalled();
  await tick();
  expect(FakeWorker.all).toHaveLength(2);
  last().answer({ result: "2" });
  await expect(next).resolves.toBe("2");
});

test("a job that is cancelled while it waits is never begun", async () => {
  const controller = new AbortController();
  const first = worker.run("one");
  const waiting = worker.run("two", { signal: controller.signal });
  await tick();
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  last().answer({ result: "1" });
  await first;
  await tick();
  expect(last().jobs).toEqual(["one"]);
  expect(last().terminate).not.toHaveBeenCalled();
});

test("a worker that can't be loaded, or takes too long, fails its job", async () => {
  const unloaded = worker.run("one");
  await tick();
  last().dispatchEvent(new Event("error"));
  await expect(unloaded).rejects.toThrow("/workers/any.js failed.");
  const slow = worker.run("two", { timeoutMs: 60_000 });
  await tick();
  jest.advanceTimersByTime(60_000);
  await expect(slow).rejects.toMatchObject({ name: "TimeoutError" });
  expect(FakeWorker.all.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 1]);
});

test("a job that takes long may, as long as there is progress", async () => {
  const slow = worker.run("one", { timeoutMs: 60_000 });
  await tick();
  for (const progress of [0.1, 0.2, 0.3]) {
    jest.advanceTimersByTime(50_000);
    last().answer({ progress });
  }
  jest.advanceTimersByTime(60_000);
  await expect(slow).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a worker without a job is stopped after a while", async () => {
  const job = worker.run("one");
  await tick();
  last().answer({ result: "1" });
  await job;
  jest.advanceTimersByTime(60_000);
  expect(last().terminate).toHaveBeenCalled();
});
