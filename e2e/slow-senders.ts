import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Clients that never finish their requests (slowloris), on plain sockets. */

/** Opens `count` connections. Each sends `bytes` and then nothing. */
export async function openSenders(port: number, count: number, bytes: string): Promise<Sender[]> {
  const senders = Array.from({ length: count }, () => new Sender(port, bytes));
  await Promise.all(senders.map(({ sent }) => sent));
  return senders;
}

export class Sender {
  readonly sent: Promise<void>;
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;
  answer = "";
  #socket: Socket;

  constructor(port: number, bytes: string) {
    this.#socket = connect(port, "127.0.0.1");
    this.sent = new Promise((resolve) => this.#socket.write(bytes, () => resolve()));
    this.closed = new Promise((resolve) => this.#socket.once("close", () => resolve()));
    this.#socket.setEncoding("utf8").on("data", (text: string) => {
      this.answer += text;
    });
    this.#socket.on("error", () => this.#socket.destroy());
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(this.answer)?.[1] ?? 0);
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** Whether all connections are closed within `ms`. */
export async function closedWithin(senders: Sender[], ms: number): Promise<boolean> {
  const all = Promise.all(senders.map(({ closed }) => closed)).then(() => true);
  return Promise.race([all, delay(ms, false)]);
}

/** A request that announces `length` bytes and contains `sent` of them. */
export function unfinished(path: string, length: number, sent: number, type = "application/json"): string {
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    "",
    "",
  ];
  return head.join("\r\n") + "x".repeat(sent);
}

/** An unused local port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
