import "server-only";
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { notificationsQuery } from "@/lib/notifications/schema";
import { listNotifications } from "@/lib/notifications/server/inbox";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { listenAddress, RealtimeListener } from "@/lib/platform/realtime";
import { openSessionsOf, type Viewer } from "@/lib/sessions/server/access";

/**
 * The live stream of notifications (docs/decisions/0006). Each open stream is sent the newest page
 * of its person's list, the very answer of `GET /notifications`, whenever that changes: nothing can
 * be missed, for the next page that is sent says it all. One hub serves all streams of an instance
 * from one listening connection.
 */

/**
 * Between two reads of one person's list, in milliseconds: a storm of likes is a few reads, and
 * never the last one lost.
 */
const READ_EVERY_MS = 250;
/** Lists read at once, of all people: the pool is for requests first. */
const READS_AT_ONCE = 4;
/** A read that failed is tried again after so many milliseconds. */
const RETRY_MS = 2_000;
/**
 * Streams send a heartbeat, so that neither proxies nor the client take them for dead; in
 * milliseconds.
 */
const HEARTBEAT_MS = 25_000;
/**
 * How often sessions and tokens are checked: a stream outlives its session by no more; in
 * milliseconds.
 */
const CHECK_MS = 3_000;
/**
 * How long a new stream may wait for the listening connection before it is rejected, in
 * milliseconds.
 */
const START_MS = 3_000;
/**
 * Without the listening connection for so long, streams end, and the clients poll instead; in
 * milliseconds.
 */
const DISCONNECTED_MS = 15_000;
/** Open streams of one person on one instance (a browser needs one), and of all. */
const PERSON_MAX = 20;
const ALL_MAX = 5_000;
/** Unread bytes of one stream after which its client is taken for gone: a few pages. */
const BACKLOG_MAX = 128 * 1024;

const encode = (text: string) => new TextEncoder().encode(text);
const OPENED = encode(": open\n\n");
const HEARTBEAT = encode(":\n\n");

export type StreamRequest = {
  viewer: Viewer;
  /** Milliseconds of the clock at which the token expires. */
  ends: number;
  /** What the client saw last (`Last-Event-ID`). */
  version?: string | undefined;
  /** Aborted when the client is gone. */
  signal?: AbortSignal;
};

/** One open stream. */
type Stream = {
  viewer: Viewer;
  ends: number;
  /** The version its client has; undefined when it has none. */
  version: string | undefined;
  send: (bytes: Uint8Array) => void;
  close: () => void;
};

/** One person with open streams here. */
type Receiver = { streams: Set<Stream>; changed: boolean; reading: boolean; lastRead: number };

/**
 * All open streams of this instance, fed by one listening connection to the database at `address`.
 */
export class StreamHub {
  private readonly receivers = new Map<string, Receiver>();
  private readonly listener: RealtimeListener;
  private readonly limitReads = pLimit(READS_AT_ONCE);
  private readonly timers: NodeJS.Timeout[];
  private disconnectTimer: NodeJS.Timeout | undefined;
  private closed = false;
  private checking = false;

  constructor(address: string) {
    this.listener = new RealtimeListener(address, {
      onChange: (personId) => this.refresh(personId),
      onReconnect: () => {
        clearTimeout(this.disconnectTimer);
        for (const personId of this.receivers.keys()) this.refresh(personId);
      },
      onDisconnect: () => {
        this.disconnectTimer = setTimeout(() => this.endAll(), DISCONNECTED_MS).unref();
      },
    });
    this.timers = [
      setInterval(() => this.sendHeartbeats(), HEARTBEAT_MS).unref(),
      setInterval(() => void this.endExpired(), CHECK_MS).unref(),
    ];
  }

  /**
   * Opens a stream. Throws `unavailable` while it could not be live, and `rate_limited` for one too
   * many.
   */
  async open(request: StreamRequest): Promise<ReadableStream<Uint8Array>> {
    if (!(await this.listener.isReady(START_MS))) throw unavailable(30);
    if (this.closed) throw unavailable(1);
    if ((this.receivers.get(request.viewer.id)?.streams.size ?? 0) >= PERSON_MAX) {
      throw new ApiError("rate_limited", "Too many live connections are open at once.", {
        headers: { "Retry-After": "60" },
      });
    }
    if (this.count() >= ALL_MAX) throw unavailable(30);
    const body = this.add(request);
    this.refresh(request.viewer.id);
    return body;
  }

  /** How many streams are open. */
  count(): number {
    return this.streams().length;
  }

  /** Ends all streams and opens no more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.disconnectTimer);
    this.endAll();
    await this.listener.close();
  }

  private streams(): Stream[] {
    return [...this.receivers.values()].flatMap(({ streams }) => [...streams]);
  }

  private add({ viewer, ends, version, signal }: StreamRequest): ReadableStream<Uint8Array> {
    let stream: Stream | undefined;
    const leave = () => stream?.close();
    const remove = () => {
      signal?.removeEventListener("abort", leave);
      const receiver = this.receivers.get(viewer.id);
      if (!stream || !receiver?.streams.delete(stream)) return;
      if (receiver.streams.size === 0) this.receivers.delete(viewer.id);
    };
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const close = () => {
            remove();
            try {
              controller.close();
            } catch {
              // The client has already gone, and the stream with it.
            }
          };
          const send = (bytes: Uint8Array) => {
            if ((controller.desiredSize ?? 0) <= 0) close();
            else controller.enqueue(bytes);
          };
          stream = { viewer, ends, version, send, close };
          const receiver = this.receivers.get(viewer.id) ?? {
            streams: new Set(),
            changed: false,
            reading: false,
            lastRead: 0,
          };
          this.receivers.set(viewer.id, receiver);
          receiver.streams.add(stream);
          signal?.addEventListener("abort", leave, { once: true });
          send(OPENED);
        },
        cancel: remove,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_MAX }),
    );
  }

  /** Reads a person's list and sends it, again while it changes meanwhile. */
  private refresh(personId: string): void {
    const receiver = this.receivers.get(personId);
    if (!receiver) return;
    receiver.changed = true;
    if (!receiver.reading) void this.readWhileChanging(personId, receiver);
  }

  private async readWhileChanging(personId: string, receiver: Receiver): Promise<void> {
    receiver.reading = true;
    while (receiver.changed && receiver.streams.size > 0) {
      await wait(receiver.lastRead + READ_EVERY_MS - Date.now());
      receiver.changed = false;
      try {
        await this.limitReads(() => sendList(personId, receiver));
      } catch (error) {
        log().warn({ err: error }, "live notifications not read, will be tried again");
        receiver.changed = true;
        await wait(RETRY_MS);
      }
    }
    receiver.reading = false;
  }

  private sendHeartbeats(): void {
    for (const stream of this.streams()) stream.send(HEARTBEAT);
  }

  /** Ends the streams whose token has expired or whose session is over. */
  private async endExpired(): Promise<void> {
    const streams = this.streams();
    if (this.checking || streams.length === 0) return;
    this.checking = true;
    try {
      const open = await openSessionsOf(streams.map(({ viewer }) => viewer));
      for (const stream of streams)
        if (stream.ends <= Date.now() || !open.has(stream.viewer.sessionId)) stream.close();
    } catch (error) {
      log().warn({ err: error }, "sessions of live streams not checked, will be tried again");
    }
    this.checking = false;
  }

  private endAll(): void {
    for (const stream of this.streams()) stream.close();
  }
}

async function sendList(personId: string, receiver: Receiver): Promise<void> {
  receiver.lastRead = Date.now();
  const list = JSON.stringify(await listNotifications({ id: personId }, notificationsQuery.parse({})));
  const version = createHash("sha1").update(list).digest("base64url");
  const event = encode(`event: notifications\nid: ${version}\ndata: ${list}\n\n`);
  for (const stream of receiver.streams) {
    // A like that came and went between two reads makes no noise at all.
    if (stream.version === version) continue;
    stream.version = version;
    stream.send(event);
  }
}

function unavailable(seconds: number): ApiError {
  return new ApiError("unavailable", "Live notifications are not possible just now.", {
    headers: { "Retry-After": String(seconds) },
  });
}

async function wait(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms).unref());
}

const globalForHub = globalThis as typeof globalThis & { campusCircleStreams?: StreamHub };

/**
 * Emitted by the server (scripts/server/serve.mjs) when it begins to stop: open streams would keep
 * it waiting.
 */
const STOPPING = "campus-circle:stopping";

/**
 * Opens a stream on this instance's hub, which is made at first use. Throws as `StreamHub.open`
 * does; where streams are off or nothing can be listened to, the client is told to come back much
 * later.
 */
export async function openStream(request: StreamRequest): Promise<ReadableStream<Uint8Array>> {
  const address = env().LIVE_NOTIFICATIONS ? listenAddress() : undefined;
  if (!address) throw unavailable(600);
  if (!globalForHub.campusCircleStreams) {
    globalForHub.campusCircleStreams = new StreamHub(address);
    (process as NodeJS.EventEmitter).once(STOPPING, () => void closeStreams());
  }
  return globalForHub.campusCircleStreams.open(request);
}

/** Ends this instance's streams and its listening. */
export async function closeStreams(): Promise<void> {
  await globalForHub.campusCircleStreams?.close();
}
