import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { resetEnvForTests } from "@/lib/platform/env";

/** A fake of the mail service, as far as we use it, that can misbehave. */

type Mail = { to: string; from: string; subject: string; text: string };
type Arrived = Mail & { key: unknown; at: number };

/** `slow` takes the mail and never answers. */
type Behaviour = "well" | "failing" | "hanging" | "slow";

export type MailService = {
  behaviour: Behaviour;
  /** The requests a second it takes; more are 429 with `Retry-After`. */
  rate: number;
  /** Addresses it does not take. */
  rejected: Set<string>;
  /** Whether one bad address spoils its whole batch. */
  isStrict: boolean;
  /** What people got, in order. */
  arrived: Arrived[];
  requests: { path: string | undefined; key: unknown; status: number; authorization: string | undefined }[];
  close: () => Promise<void>;
};

/** Starts it and makes it the mail service of this process, with `settings` besides. */
export async function startMailService(settings: Record<string, string> = {}): Promise<MailService> {
  const answered = new Map<unknown, string>();
  const taken: number[] = [];
  const server = createServer((request, response) => void handle(request, response));
  const service: MailService = {
    behaviour: "well",
    rate: Number.POSITIVE_INFINITY,
    rejected: new Set(),
    isStrict: false,
    arrived: [],
    requests: [],
    close: async () => {
      for (const name of Object.keys(variables)) delete process.env[name];
      resetEnvForTests();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { "idempotency-key": key, authorization } = request.headers;
    const text = await readText(request);
    const reply = (status: number, body: object, headers: Record<string, string> = {}) => {
      service.requests.push({ path: request.url, key, status, authorization });
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end(JSON.stringify(status < 400 ? body : { statusCode: status, message: "no", ...body }));
    };
    const now = performance.now();
    if (taken.filter((at) => at > now - 1_000).length >= service.rate) {
      return reply(429, { name: "rate_limit_exceeded" }, { "Retry-After": "1" });
    }
    taken.push(now);
    if (service.behaviour === "hanging") return;
    if (service.behaviour === "failing") return reply(503, { name: "internal_server_error" });
    const before = answered.get(key);
    if (before !== undefined && before !== text) return reply(409, { name: "invalid_idempotent_request" });
    const isBatch = request.url === "/emails/batch";
    const mails: Mail[] = isBatch ? JSON.parse(text) : [JSON.parse(text)];
    const errors = mails.flatMap(({ to }, index) =>
      service.rejected.has(to) ? [{ index, message: "no" }] : [],
    );
    if (errors.length > 0 && (service.isStrict || !isBatch)) return reply(422, { name: "validation_error" });
    answered.set(key, text);
    if (before === undefined) {
      const good = mails.filter(({ to }) => !service.rejected.has(to));
      service.arrived.push(...good.map((mail) => ({ ...mail, key, at: now })));
    }
    if (service.behaviour === "slow") return;
    reply(200, isBatch ? { data: mails.map(() => ({ id: "1" })), errors } : { id: "1" });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const variables = {
    RESEND_API_KEY: "re_secret",
    MAIL_FROM: "Campus Circle <hello@campus.example>",
    RESEND_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MAIL_RATE: "1000",
    ...settings,
  };
  Object.assign(process.env, variables);
  resetEnvForTests();
  return service;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
