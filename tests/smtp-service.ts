import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { resetEnvForTests } from "@/lib/platform/env";

/** A real mail server on this machine, which can misbehave. */

type Arrived = { from: string; to: string[]; raw: string; secure: boolean; user: unknown };

/** `silent` accepts connections and says nothing; `slow` takes the mail and never says so. */
type Behaviour = "well" | "silent" | "slow";

export type SmtpService = {
  behaviour: Behaviour;
  /** What it answers to a receiver (`rcpt`) or to a mail's text (`data`), by the address. */
  answers: Map<string, { at: "rcpt" | "data"; code: number; text: string }>;
  /** What people got, in order. */
  arrived: Arrived[];
  connections: number;
  close: () => Promise<void>;
  /** Listens again on the same port. */
  reopen: () => Promise<void>;
};

const USER = { user: "campus@college.example", pass: "s3sam/€" };

type Settings = {
  /** The host that SMTP_URL names. */
  host?: string;
  /** Without one the server offers no STARTTLS. */
  hasTls?: boolean;
  password?: string;
  protocol?: "smtp" | "smtps";
};

/** Starts it and makes it the mail service of this process. */
export async function startSmtpService(settings: Settings = {}): Promise<SmtpService> {
  const { host = "127.0.0.1", hasTls = true, password = USER.pass, protocol = "smtp" } = settings;
  const tls = { key: readFileSync("tests/tls/server.key"), cert: readFileSync("tests/tls/server.pem") };
  let server: SMTPServer;
  let port = 0;

  const rejection = (at: "rcpt" | "data", address: string): Error | null => {
    const answer = service.answers.get(address);
    return answer?.at === at ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null;
  };
  const options: SMTPServerOptions = {
    ...tls,
    secure: protocol === "smtps",
    hideSTARTTLS: !hasTls,
    disabledCommands: hasTls ? [] : ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      service.connections++;
      if (service.behaviour !== "silent") done();
    },
    onAuth: ({ username, password: given }, _session, done) =>
      username === USER.user && given === USER.pass
        ? done(null, { user: username })
        : done(Object.assign(new Error("5.7.8 bad credentials"), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) => done(rejection("rcpt", address)),
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const rejected = rejection("data", to[0] ?? "");
        if (rejected) return done(rejected);
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        service.arrived.push({ from, to, raw: Buffer.concat(chunks).toString(), secure, user });
        if (service.behaviour !== "slow") done();
      });
    },
  };
  const open = async () => {
    server = new SMTPServer(options);
    // A client that ends a connection early.
    server.on("error", () => undefined);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
    port = (server.server.address() as AddressInfo).port;
  };
  const service: SmtpService = {
    behaviour: "well",
    answers: new Map(),
    arrived: [],
    connections: 0,
    reopen: open,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await open();
  const [user, pass] = [USER.user, password].map(encodeURIComponent);
  Object.assign(process.env, {
    SMTP_URL: `${protocol}://${user}:${pass}@${host}:${port}`,
    MAIL_FROM: "Campus Círcle <hello@campus.example>",
    MAIL_RATE: "1000",
  });
  resetEnvForTests();
  return service;
}

/** Forgets it. */
export async function stopSmtpService(service: SmtpService): Promise<void> {
  for (const name of ["SMTP_URL", "MAIL_FROM", "MAIL_RATE"]) delete process.env[name];
  resetEnvForTests();
  await service.close();
}
