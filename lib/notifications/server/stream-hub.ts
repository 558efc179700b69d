import "server-only";
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { notificationsQuery, type PostsNews } from "@/lib/notifications/schema";
import { listNotifications } from "@/lib/notifications/server/inbox";
import { PostHints } from "@/lib/notifications/server/post-hints";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Hint } from "@/lib/platform/realtime";
import { RealtimeListener } from "@/lib/platform/realtime-listener";
import { openSessionsOf, type Viewer } from "@/lib/sessions/server/access";

/**
 * The live stream of notifications (docs/decisions/0006). Whenever a person's list changes, each of
 * their streams gets its newest page, exactly as `GET /notifications` answers. A lost event does no
 * harm, because the next page is complete. When something of their conversations changes, it gets a
 * hint, and the browser reads what it lacks. Posts are in post-hints.ts. One hub serves all streams
 * of an instance from one listening connection.
 */

/** The minimum interval between two reads of a person's list, so that a burst costs few reads. */
const READ_INTERVAL_MS = 250;
/**
 * The minimum interval between two hints that make a browser read all that it shows: someone who
 * blocks and unblocks a person in a loop must not keep that person's pages busy.
 */
const READ_ALL_INTERVAL_MS = 5_000;
/** Concurrent reads for all people: most of the pool is for requests. */
const READS_MAX = 4;
const RETRY_MS = 2_000;
/** Regular bytes stop proxies and clients from treating an idle stream as dead. */
const HEARTBEAT_MS = 25_000;
/** How often sessions and tokens are checked: how long a stream may outlive its session. */
const CHECK_MS = 3_000;
/** How long a new stream may wait for the listening connection before it is rejected. */
const START_TIMEOUT_MS = 3_000;
/** After this long without the listening connection, streams end and clients poll instead. */
const DISCONNECTED_MS = 15_000;
/** Streams per person (a browser needs one) and in total, on one instance. */
const STREAMS_PER_PERSON_MAX = 20;
const STREAMS_MAX = 5_000;
/** A client with more unread bytes than this, a few pages, is considered gone. */
const BACKLOG_BYTES_MAX = 128 * 1024;

const encode = (text: string) => new TextEncoder().encode(text);
const OPENED = encode(": open\n\n");
const HEARTBEAT = encode(":\n\n");

/** A hint about a person's conversations: which one, and the new message if it is one. */
type MessageHint = { conversationId: string | null; messageId: string | null };
const messageEvent = (hint: MessageHint) => encode(`event: message\ndata: ${JSON.stringify(hint)}\n\n`);
/** Someone is now hidden from the person; when empty, the browser reads all that it shows. */
const safetyEvent = (hidden: string[]) => encode(`event: safety\ndata: ${JSON.stringify({ hidden })}\n\n`);
/** There are new posts, and some have other counts. */
const postsEvent = (news: PostsNews) => encode(`event: posts\ndata: ${JSON.stringify(news)}\n\n`);
/** Hints may have been lost: the browser reads what it shows of messages, and the newest posts. */
const MESSAGES_LOST = messageEvent({ conversationId: null, messageId: null });
const POSTS_LOST = postsEvent({ isNew: true, counts: [] });

export type StreamRequest = {
  viewer: Viewer;
  /** When the token expires, in milliseconds since the epoch. */
  expiresAt: number;
  /** The version the client has (`Last-Event-ID`). */
  version?: string | undefined;
  /** Aborted when the client is gone. */
  signal?: AbortSignal;
};

type Stream = {
  viewer: Viewer;
  expiresAt: number;
  /** The version the client has; undefined when it has none. */
  version: string | undefined;
  send: (bytes: Uint8Array) => void;
  close: () => void;
};

/** A person with open streams on this instance. */
type Receiver = {
  streams: Set<Stream>;
  changed: boolean;
  reading: boolean;
  lastRead: number;
  /** The hint to read all that waits for its interval. */
  readAllTimer: NodeJS.Timeout | undefined;
  lastReadAll: number;
};
const newReceiver = (): Receiver => ({
  streams: new Set(),
  changed: false,
  reading: false,
  lastRead: 0,
  readAllTimer: undefined,
  lastReadAll: 0,
});

/** All open streams of this instance, fed by one listening connection to the database. */
export class StreamHub {
  private readonly receivers = new Map<string, Receiver>();
  private readonly listener: RealtimeListener;
  private readonly posts = new PostHints((newsFor) => {
    for (const personId of this.receivers.keys()) {
      const news = newsFor(personId);
      if (news) this.send(personId, postsEvent(news));
    }
  });
  private readonly limitReads = pLimit(READS_MAX);
  private readonly timers: NodeJS.Timeout[];
  private disconnectTimer: NodeJS.Timeout | undefined;
  private closed = false;
  private checking = false;

  constructor(address: string) {
    this.listener = new RealtimeListener(address, {
      onHint: (hint) => this.receive(hint),
      onReconnect: () => {
        clearTimeout(this.disconnectTimer);
        for (const personId of this.receivers.keys()) this.refresh(personId);
        for (const stream of this.streams()) {
          stream.send(MESSAGES_LOST);
          stream.send(POSTS_LOST);
        }
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

  private receive(hint: Hint): void {
    if (hint.kind === "post") {
      if (this.receivers.size > 0) this.posts.add(hint);
      return;
    }
    const { personId } = hint;
    if (hint.kind === "change") this.refresh(personId);
    else if (hint.kind === "message") {
      const { conversationId, messageId } = hint;
      this.send(personId, messageEvent({ conversationId, messageId }));
    } else if (hint.hiddenId) this.send(personId, safetyEvent([hint.hiddenId]));
    else this.hintToReadAll(personId);
  }

  /** Opens a stream. Throws `unavailable` without a listening connection, and `rate_limited`. */
  async open(request: StreamRequest): Promise<ReadableStream<Uint8Array>> {
    if (!(await this.listener.isConnected(START_TIMEOUT_MS))) throw unavailable(30);
    if (this.closed) throw unavailable(1);
    if ((this.receivers.get(request.viewer.id)?.streams.size ?? 0) >= STREAMS_PER_PERSON_MAX) {
      throw new ApiError("rate_limited", "Too many live connections are open at once.", {
        headers: { "Retry-After": "60" },
      });
    }
    if (this.count() >= STREAMS_MAX) throw unavailable(30);
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
    this.posts.close();
    this.endAll();
    await this.listener.close();
  }

  private streams(): Stream[] {
    return [...this.receivers.values()].flatMap(({ streams }) => [...streams]);
  }

  /** Sends an event to all streams of a person. */
  private send(personId: string, event: Uint8Array): void {
    for (const stream of this.receivers.get(personId)?.streams ?? []) stream.send(event);
  }

  /** At once, or with the others of an interval at its end. */
  private hintToReadAll(personId: string): void {
    const receiver = this.receivers.get(personId);
    if (!receiver || receiver.readAllTimer) return;
    const send = () => {
      receiver.readAllTimer = undefined;
      receiver.lastReadAll = Date.now();
      this.send(personId, safetyEvent([]));
    };
    const ms = receiver.lastReadAll + READ_ALL_INTERVAL_MS - Date.now();
    if (ms <= 0) send();
    else receiver.readAllTimer = setTimeout(send, ms).unref();
  }

  private add({ viewer, expiresAt, version, signal }: StreamRequest): ReadableStream<Uint8Array> {
    let stream: Stream | undefined;
    const handleAbort = () => stream?.close();
    const remove = () => {
      signal?.removeEventListener("abort", handleAbort);
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
              // The client is already gone and the stream closed.
            }
          };
          const send = (bytes: Uint8Array) => {
            if ((controller.desiredSize ?? 0) <= 0) close();
            else controller.enqueue(bytes);
          };
          stream = { viewer, expiresAt, version, send, close };
          const receiver = this.receivers.get(viewer.id) ?? newReceiver();
          this.receivers.set(viewer.id, receiver);
          receiver.streams.add(stream);
          signal?.addEventListener("abort", handleAbort, { once: true });
          send(OPENED);
        },
        cancel: remove,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_BYTES_MAX }),
    );
  }

  /** Reads and sends a person's list, and again if it has changed since. */
  private refresh(personId: string): void {
    const receiver = this.receivers.get(personId);
    if (!receiver) return;
    receiver.changed = true;
    if (!receiver.reading) void this.readWhileChanging(personId, receiver);
  }

  private async readWhileChanging(personId: string, receiver: Receiver): Promise<void> {
    receiver.reading = true;
    while (receiver.changed && receiver.streams.size > 0) {
      await wait(receiver.lastRead + READ_INTERVAL_MS - Date.now());
      receiver.changed = false;
      try {
        await this.limitReads(() => sendList(personId, receiver));
      } catch (error) {
        log().warn({ err: error }, "failed to read live notifications, will retry");
        receiver.changed = true;
        await wait(RETRY_MS);
      }
    }
    receiver.reading = false;
  }

  private sendHeartbeats(): void {
    for (const stream of this.streams()) stream.send(HEARTBEAT);
  }

  /** Ends streams whose token has expired or whose session has ended. */
  private async endExpired(): Promise<void> {
    const streams = this.streams();
    if (this.checking || streams.length === 0) return;
    this.checking = true;
    try {
      const open = await openSessionsOf(streams.map(({ viewer }) => viewer));
      for (const stream of streams)
        if (stream.expiresAt <= Date.now() || !open.has(stream.viewer.sessionId)) stream.close();
    } catch (error) {
      log().warn({ err: error }, "failed to check sessions of live streams, will retry");
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
    // A like made and undone between two reads sends nothing.
    if (stream.version === version) continue;
    stream.version = version;
    stream.send(event);
  }
}

/** The error for a rejected stream; a client asks again after `seconds`. */
export function unavailable(seconds: number): ApiError {
  return new ApiError("unavailable", "Live notifications are not possible just now.", {
    headers: { "Retry-After": String(seconds) },
  });
}

async function wait(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
