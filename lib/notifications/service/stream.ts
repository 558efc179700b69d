import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { ApiError } from "@/lib/api/errors";
import { openSessionsOf, type Viewer } from "@/lib/auth/access";
import { notificationsQuery } from "@/lib/notifications/contract";
import { listNotifications } from "@/lib/notifications/service/inbox";
import { addReceiver, dropReceivers, renewReceivers } from "@/lib/notifications/service/receivers";
import { listen, listenAddress } from "@/lib/platform/listen";
import { log } from "@/lib/platform/log";

/**
 * The live stream of notifications (docs/decisions/0006). Each open stream is sent the newest page of its person's list,
 * the very answer of `GET /notifications`, whenever that changes: nothing can be missed, for the next page that is
 * sent says it all. One hub serves all streams of an instance from one listening connection.
 */

/** Between two reads of one person's list, in milliseconds: a storm of likes is a few reads, and never the last one lost. */
const READ_EVERY_MS = 250;
/** Lists read at once, of all people: the pool is for requests first. */
const READS_AT_ONCE = 4;
/** A read that failed is tried again after so many milliseconds. */
const RETRY_MS = 2_000;
/** Streams say that they live, so that neither proxies nor the client take them for dead; in milliseconds. */
const HEARTBEAT_MS = 25_000;
/** How often sessions and tokens are looked at: a stream outlives its session by no more; in milliseconds. */
const CHECK_MS = 3_000;
/** How long a stream may wait for us to listen before it is refused, in milliseconds. */
const START_MS = 3_000;
/** Without hearing the database for so long, streams are ended, and the clients ask now and then instead; in milliseconds. */
const DEAF_MS = 15_000;
/** How often the database is reminded of whom to tell us, in milliseconds. */
const RENEW_MS = 30_000;
/** A transaction that did not see us may still commit for so long, in milliseconds (lib/platform/db.ts). */
const UNSEEN_MS = 11_000;
/** Open streams of one person on one instance (a browser needs one), and of all. */
const PERSON_MAX = 20;
const ALL_MAX = 5_000;
/** Unread bytes of one stream after which its client is taken for gone: a few pages. */
const BACKLOG_MAX = 128 * 1024;

const encode = (text: string) => new TextEncoder().encode(text);
const OPENED = encode(": open\n\n");
const HEARTBEAT = encode(":\n\n");

type Stream = {
  viewer: Viewer;
  /** Milliseconds of the clock at which the token is over. */
  ends: number;
  /** The version its client has; undefined when it has none. */
  version: string | undefined;
  send: (bytes: Uint8Array) => void;
  close: () => void;
};

/** One person with open streams here. */
type Receiver = { streams: Set<Stream>; changed: boolean; reading: boolean; lastRead: number };

export type OpenStream = {
  viewer: Viewer;
  ends: number;
  /** What the client saw last (`Last-Event-ID`). */
  version?: string | undefined;
  /** Aborted when the client is gone. */
  signal?: AbortSignal;
};

export type StreamHub = {
  /** Opens a stream. Throws `unavailable` while it could not be live, and `rate_limited` for one too many. */
  open: (stream: OpenStream) => Promise<ReadableStream<Uint8Array>>;
  count: () => number;
  /** Ends all streams and opens no more. */
  close: () => Promise<void>;
};

/** A hub that listens to the database at `address`. */
export function createStreamHub(address: string): StreamHub {
  const instanceId = randomUUID();
  const receivers = new Map<string, Receiver>();
  /** Whom the database tells us of; longer than their streams are open, as people go from page to page. */
  let told = new Set<string>();
  let closed = false;
  let deafTimer: NodeJS.Timeout | undefined;
  let reads = 0;
  const queue: (() => void)[] = [];

  const allStreams = () => [...receivers.values()].flatMap(({ streams }) => [...streams]);
  const endAll = () => {
    for (const stream of allStreams()) stream.close();
  };

  const listening = listen(address, "notifications", {
    onMessage: (receiverId) => changed(receiverId),
    onGap: () => {
      clearTimeout(deafTimer);
      // The database may have lost who is live as well.
      told = new Set();
      for (const receiverId of receivers.keys()) void startAgain(receiverId);
    },
    onBreak: () => {
      deafTimer = setTimeout(endAll, DEAF_MS).unref();
    },
  });

  /** From now on every change of this person's is told, but those that `changed` is told to look for. */
  async function beTold(receiverId: string): Promise<void> {
    if (told.has(receiverId)) return;
    const current = told;
    const seen = await addReceiver(instanceId, receiverId);
    current.add(receiverId);
    if (!seen) setTimeout(() => changed(receiverId), UNSEEN_MS).unref();
  }

  async function startAgain(receiverId: string): Promise<void> {
    try {
      await inTurn(() => beTold(receiverId));
      changed(receiverId);
    } catch (error) {
      log().warn({ err: error }, "live notifications not taken up again, the streams end");
      for (const stream of receivers.get(receiverId)?.streams ?? []) stream.close();
    }
  }

  function changed(receiverId: string): void {
    const receiver = receivers.get(receiverId);
    if (!receiver) return;
    receiver.changed = true;
    if (!receiver.reading) void follow(receiverId, receiver);
  }

  /** Reads and sends until nothing changes any more. */
  async function follow(receiverId: string, receiver: Receiver): Promise<void> {
    receiver.reading = true;
    while (receiver.changed && receiver.streams.size > 0) {
      await wait(receiver.lastRead + READ_EVERY_MS - Date.now());
      receiver.changed = false;
      try {
        await inTurn(() => sendList(receiverId, receiver));
      } catch (error) {
        log().warn({ err: error }, "live notifications not read, will be tried again");
        receiver.changed = true;
        await wait(RETRY_MS);
      }
    }
    receiver.reading = false;
  }

  async function sendList(receiverId: string, receiver: Receiver): Promise<void> {
    receiver.lastRead = Date.now();
    const list = JSON.stringify(await listNotifications({ id: receiverId }, notificationsQuery.parse({})));
    const version = createHash("sha1").update(list).digest("base64url");
    const event = encode(`event: notifications\nid: ${version}\ndata: ${list}\n\n`);
    for (const stream of receiver.streams) {
      // A like that came and went between two reads makes no noise at all.
      if (stream.version === version) continue;
      stream.version = version;
      stream.send(event);
    }
  }

  async function inTurn(act: () => Promise<void>): Promise<void> {
    if (reads >= READS_AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
    reads += 1;
    try {
      await act();
    } finally {
      reads -= 1;
      queue.shift()?.();
    }
  }

  const heartbeat = setInterval(() => {
    for (const stream of allStreams()) stream.send(HEARTBEAT);
  }, HEARTBEAT_MS).unref();

  const renew = setInterval(async () => {
    const current = told;
    const live = [...current].filter((receiverId) => receivers.has(receiverId));
    try {
      // Who has no stream any more is forgotten here first: whoever comes back meanwhile is added again.
      for (const receiverId of current) if (!receivers.has(receiverId)) current.delete(receiverId);
      await dropReceivers(instanceId, live);
      for (const receiverId of await renewReceivers(instanceId, live)) changed(receiverId);
    } catch (error) {
      log().warn({ err: error }, "live receivers not renewed, will be tried again");
    }
  }, RENEW_MS).unref();

  let checking = false;
  const check = setInterval(async () => {
    const streams = allStreams();
    if (checking || streams.length === 0) return;
    checking = true;
    try {
      const open = await openSessionsOf(streams.map(({ viewer }) => viewer));
      for (const stream of streams)
        if (stream.ends <= Date.now() || !open.has(stream.viewer.sessionId)) stream.close();
    } catch (error) {
      log().warn({ err: error }, "sessions of live streams not checked, will be tried again");
    }
    checking = false;
  }, CHECK_MS).unref();

  function add({ viewer, ends, version, signal }: OpenStream): ReadableStream<Uint8Array> {
    let stream: Stream | undefined;
    const drop = () => {
      const receiver = receivers.get(viewer.id);
      if (!stream || !receiver?.streams.delete(stream)) return;
      if (receiver.streams.size === 0) receivers.delete(viewer.id);
      signal?.removeEventListener("abort", leave);
    };
    const leave = () => stream?.close();
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const close = () => {
            drop();
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
          const receiver = receivers.get(viewer.id) ?? {
            streams: new Set(),
            changed: false,
            reading: false,
            lastRead: 0,
          };
          receivers.set(viewer.id, receiver);
          receiver.streams.add(stream);
          signal?.addEventListener("abort", leave, { once: true });
          send(OPENED);
        },
        cancel: drop,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_MAX }),
    );
  }

  return {
    open: async (wanted) => {
      if (closed || !(await listening.works(START_MS))) throw notLive(closed ? 1 : 30);
      if ((receivers.get(wanted.viewer.id)?.streams.size ?? 0) >= PERSON_MAX) {
        throw new ApiError("rate_limited", "Too many live connections are open at once.", {
          headers: { "Retry-After": "60" },
        });
      }
      if (allStreams().length >= ALL_MAX) throw notLive(30);
      await beTold(wanted.viewer.id);
      if (closed) throw notLive(1);
      const body = add(wanted);
      // What changed before the stream was there is in the first page it gets.
      changed(wanted.viewer.id);
      return body;
    },
    count: () => allStreams().length,
    close: async () => {
      closed = true;
      clearInterval(heartbeat);
      clearInterval(check);
      clearInterval(renew);
      clearTimeout(deafTimer);
      endAll();
      await listening.close();
    },
  };
}

function notLive(seconds: number): ApiError {
  return new ApiError("unavailable", "Live notifications are not possible just now.", {
    headers: { "Retry-After": String(seconds) },
  });
}

async function wait(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms).unref());
}

const globalForHub = globalThis as typeof globalThis & { campusCircleStreams?: StreamHub };

/** Said by the server (scripts/serve.mjs) when it begins to stop: open streams would keep it waiting. */
const STOPPING = "campus-circle:stopping";

/**
 * Opens a stream on this instance's hub, which is made at first use. Throws as `open` does; where nothing can be
 * listened to, the client is told to come back much later.
 */
export async function openStream(wanted: OpenStream): Promise<ReadableStream<Uint8Array>> {
  const address = listenAddress();
  if (!address) throw notLive(600);
  if (!globalForHub.campusCircleStreams) {
    const hub = createStreamHub(address);
    globalForHub.campusCircleStreams = hub;
    (process as NodeJS.EventEmitter).once(STOPPING, () => void closeStreams());
  }
  return globalForHub.campusCircleStreams.open(wanted);
}

/** Ends this instance's streams and its listening. */
export async function closeStreams(): Promise<void> {
  await globalForHub.campusCircleStreams?.close();
}
