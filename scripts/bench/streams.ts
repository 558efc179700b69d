import { execFileSync } from "node:child_process";
import http from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/**
 * `node --import tsx scripts/bench/streams.ts <address> <pid> [streams]`: opens many live streams
 * of 50 people on a running product (`npm run up`), and says how much more memory its process holds
 * and how soon everybody hears of something.
 */

const [address = "http://localhost:3000", pid = "", wanted = "1000"] = process.argv.slice(2);
const PEOPLE = 50;
const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: true });

type Person = { id: string; token: string };

async function ask(method: string, path: string, body?: unknown, token?: string): Promise<unknown> {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function makePerson(number: number): Promise<Person> {
  const email = `bench.${Date.now().toString(36)}.${number}@mitsgwl.ac.in`;
  await ask("POST", "/auth/register", { email, collegeName: "MITS" });
  await ask("POST", "/auth/send-otp", { email });
  let otp: string | undefined;
  while (!otp) {
    const { mails } = (await ask("GET", `/dev/outbox?to=${email}`)) as { mails: { subject: string }[] };
    otp = /^\d{6}/.exec(mails[0]?.subject ?? "")?.[0];
  }
  const session = { email, otp, accessToken: true, collegeName: "MITS" };
  const { accessToken, user } = (await ask("POST", "/auth/check-otp", session)) as {
    accessToken: string;
    user: { _id: string };
  };
  return { id: user._id, token: accessToken };
}

/** Opens a stream; `onEvent` is called for each event. Resolves when it is open. */
function openStream({ token }: Person, onEvent: () => void): Promise<http.ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    const request = http.get(`${address}/api/notifications/stream`, { agent, headers }, (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`The stream answered ${response.statusCode}.`));
      response.on("data", (bytes: Buffer) => {
        if (bytes.includes("event: notifications")) onEvent();
      });
      response.on("error", () => undefined);
      resolve(request);
    });
    request.on("error", reject);
  });
}

/** The memory a process holds, in megabytes. */
function memory(): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", pid], { encoding: "utf8" });
  return Math.round(Number(kilobytes) / 1024);
}

const people: Person[] = [];
for (let number = 0; number < PEOPLE; number++) people.push(await makePerson(number));
const fan = people[0] as Person;
await delay(3_000);
const before = memory();

let heard = 0;
const streams: http.ClientRequest[] = [];
const began = performance.now();
while (streams.length < Number(wanted)) {
  const few = Array.from({ length: 25 }, (_, index) => people[(streams.length + index) % PEOPLE] as Person);
  streams.push(...(await Promise.all(few.map((person) => openStream(person, () => heard++)))));
}
const opening = Math.round(performance.now() - began);
while (heard < streams.length) await delay(50);
await delay(5_000);
const open = memory();
console.log(
  `${streams.length} streams open after ${opening} ms: ${before} MB before, ${open} MB now, ${open - before} MB more`,
);

const latencies: number[] = [];
for (const person of people.slice(1)) {
  const all = heard + streams.length / PEOPLE;
  const since = performance.now();
  await ask("POST", `/users/${person.id}/follow`, { inCircle: true }, fan.token);
  while (heard < all) await delay(2);
  latencies.push(performance.now() - since);
}
latencies.sort((a, b) => a - b);
const at = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0);
console.log(
  `from asking until all ${streams.length / PEOPLE} streams of a person heard it: ${at(0.5)} ms in the middle, ${at(0.95)} ms at worst but 5 %`,
);
console.log(`${memory()} MB at the end`);
for (const stream of streams) stream.destroy();
await delay(3_000);
console.log(`${memory()} MB after all have left`);
process.exit(0);
