import { InvalidMediaError, type PrepareOptions } from "@/lib/uploads/client/prepared-media";

/** Work on files in a worker of its own, so that the page stays quick. Both sides of it. */

type WorkerMessage<Result> =
  | { progress: number }
  | { result: Result }
  /** The file can't be used, and why. */
  | { invalid: string }
  /** A failure that is not the file's fault. */
  | { failure: string };

/** A worker that has no job for so long is stopped, which frees its memory. */
const IDLE_MS = 20_000;

/** Does one job after another. */
export class MediaWorker<Job, Result> {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly url: string) {}

  /**
   * Rejects with `InvalidMediaError` for a file that can't be used, with the signal's reason when
   * it is aborted, with a `TimeoutError` when `timeoutMs` pass without any progress, and with
   * another error when the worker fails or can't be loaded.
   */
  run(job: Job, options: PrepareOptions & { timeoutMs?: number } = {}): Promise<Result> {
    const result = this.last.then(() => this.execute(job, options));
    this.last = result.catch(() => {
      // Its caller gets the error.
    });
    return abortable(result, options.signal);
  }

  private execute(
    job: Job,
    { signal, onProgress, timeoutMs }: PrepareOptions & { timeoutMs?: number },
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      clearTimeout(this.idleTimer);
      this.worker ??= new Worker(this.url);
      const { worker } = this;
      const listening = new AbortController();
      const settle = (then: () => void) => {
        listening.abort();
        clearTimeout(timer);
        this.idleTimer = setTimeout(() => this.stop(), IDLE_MS);
        then();
      };
      const fail = (reason: unknown) => {
        this.stop();
        settle(() => reject(reason));
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const startTimer = () => {
        clearTimeout(timer);
        if (!timeoutMs) return;
        const late = () => fail(new DOMException("The worker takes too long.", "TimeoutError"));
        timer = setTimeout(late, timeoutMs);
      };
      startTimer();
      const handleMessage = ({ data }: MessageEvent<WorkerMessage<Result>>) => {
        if ("progress" in data) {
          startTimer();
          onProgress?.(data.progress);
        } else if ("result" in data) settle(() => resolve(data.result));
        else if ("invalid" in data) settle(() => reject(new InvalidMediaError(data.invalid)));
        else settle(() => reject(new Error(data.failure)));
      };
      worker.addEventListener("message", handleMessage, { signal: listening.signal });
      worker.addEventListener("error", () => fail(new Error(`${this.url} failed.`)), {
        signal: listening.signal,
      });
      signal?.addEventListener("abort", () => fail(signal.reason), { signal: listening.signal });
      worker.postMessage(job);
    });
  }

  private stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }
}

/** Rejects as soon as `signal` is aborted, also while the job waits for its turn. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** The worker's side: answers each job with its result, or why there is none. */
export function serveJobs<Job, Result>(
  handle: (job: Job, onProgress: (share: number) => void) => Promise<Result>,
): void {
  const send = (message: WorkerMessage<Result>) => postMessage(message);
  addEventListener("message", async ({ data }: MessageEvent<Job>) => {
    try {
      send({ result: await handle(data, (progress) => send({ progress })) });
    } catch (error) {
      send(error instanceof InvalidMediaError ? { invalid: error.message } : { failure: String(error) });
    }
  });
}
