import { execFileSync } from "node:child_process";
import http from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/**
 * `node --import tsx scripts/bench/streams.ts <address> <pid> [streams]`: opens many live streams
 * for 50 people on a running product (`npm run up`). Prints how much more memory its process uses
 * and how soon every stream receives an event.
 */

const [address = "http://localhost:3000", pid = "", streamCount = "1000"] = process.argv.slice(2);
const PEOPLE = 50;
const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: true });

type Person = { id: string; token: string };

async function callApi(method: string, path: string, body?: unknown, token?: string): Promise<unknown> {
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

async function createPerson(number: number): Promise<Person> {
  const email = `bench.${Date.now().toString(36)}.${number}@mitsgwl.ac.in`;
  await callApi("POST", "/auth/register", { email, collegeName: "MITS" });
  await callApi("POST", "/auth/send-otp", { email });
  let otp: string | undefined;
  while (!otp) {
    const { mails } = (await callApi("GET", `/dev/outbox?to=${email}`)) as { mails: { subject: string }[] };
    otp = /^\d{6}/.exec(mails[0]?.subject ?? "")?.[0];
  }
  const session = { email, otp, accessToken: true, collegeName: "MITS" };
  const { accessToken, user } = (await callApi("POST", "/auth/check-otp", session)) as {
    accessToken: string;
    user: { _id: string };
  };
  return { id: user._id, token: accessToken };
}

/** Opens a stream and resolves when it is open; `onEvent` is called for each event. */
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

/** The resident memory of the process, in megabytes. */
function memory(): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", pid], { encoding: "utf8" });
  return Math.round(Number(kilobytes) / 1024);
}

const people: Person[] = [];
for (let number = 0; number < PEOPLE; number++) people.push(await createPerson(number));
const follower = people[0] as Person;
await delay(3_000);
const before = memory();

let received = 0;
const streams: http.ClientRequest[] = [];
const began = performance.now();
while (streams.length < Number(streamCount)) {
  const batch = Array.from({ length: 25 }, (_, index) => people[(streams.length + index) % PEOPLE] as Person);
  streams.push(...(await Promise.all(batch.map((person) => openStream(person, () => received++)))));
}
const openMs = Math.round(performance.now() - began);
while (received < streams.length) await delay(50);
await delay(5_000);
const memoryOpen = memory();
console.log(
  `${streams.length} streams open after ${openMs} ms: ${before} MB before, ${memoryOpen} MB now, ${memoryOpen - before} MB more`,
);

const latencies: number[] = [];
for (const person of people.slice(1)) {
  const expected = received + streams.length / PEOPLE;
  const since = performance.now();
  await callApi("POST", `/users/${person.id}/follow`, { inCircle: true }, follower.token);
  while (received < expected) await delay(2);
  latencies.push(performance.now() - since);
}
latencies.sort((a, b) => a - b);
const at = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0);
console.log(
  `from the request until all ${streams.length / PEOPLE} streams of a person received it: ${at(0.5)} ms median, ${at(0.95)} ms at the 95th percentile`,
);
console.log(`${memory()} MB at the end`);
for (const stream of streams) stream.destroy();
await delay(3_000);
console.log(`${memory()} MB after all have closed`);
process.exit(0);
