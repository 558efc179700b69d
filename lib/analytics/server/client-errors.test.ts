import { CLIENT_ERROR_LIMITS } from "@/lib/analytics/policy";
import { api } from "@/tests/api";
import { cpuTime } from "@/tests/cpu-time";
import { resetLimit, setLimit } from "@/tests/limits";
import { captureLog } from "@/tests/log-lines";

/** Errors in browsers, as lib/analytics/client/report-error.ts sends them. */

const ERROR = {
  reference: "0d9c8a52-8f63-4a0e-9a43-6a5d5c7f6f10",
  name: "TypeError",
  message: "asha.rao@mitsgwl.ac.in is undefined",
  stack: [
    "TypeError: asha.rao@mitsgwl.ac.in is undefined",
    "    at toPost (https://campus.example/_next/static/chunks/abc.js:1:234)",
    "    at https://campus.example/_next/static/chunks/def.js:2:99",
    "    at secret (https://evil.example/steal.js?token=eyJhbGciOi.eyJzdWIi.x:1:1)",
    "render@https://campus.example/_next/static/chunks/safari.js:3:4",
    "    what a person wrote",
  ].join("\n"),
  path: "/profile/0190aaaa-0000-7000-8000-000000000000",
};

const logged = captureLog();
afterEach(() => resetLimit("client_error"));

const send = (body: unknown, ip = "203.0.113.1") => api.post("/client-errors", { body, ip });

test("is logged under its reference, with the screen and our own frames, and without what it quotes", async () => {
  expect((await send(ERROR)).status).toBe(204);
  expect(logged()).toEqual([
    {
      level: "error",
      msg: "error in a browser",
      reference: ERROR.reference,
      page: "/profile/{userId}",
      thrown: {
        name: "TypeError",
        message: "[email] is undefined",
        stack: [
          "at toPost (/_next/static/chunks/abc.js:1:234)",
          "at anonymous (/_next/static/chunks/def.js:2:99)",
          "at render (/_next/static/chunks/safari.js:3:4)",
        ].join("\n"),
      },
    },
  ]);
});

test.each([
  ["no reference", { ...ERROR, reference: "mine" }],
  ["a message that is too long", { ...ERROR, message: "a".repeat(CLIENT_ERROR_LIMITS.message + 1) }],
  ["a stack that is too long", { ...ERROR, stack: "a".repeat(CLIENT_ERROR_LIMITS.stack + 1) }],
  ["no path", { ...ERROR, path: "https://elsewhere.example" }],
  ["more than was asked for", { ...ERROR, user: "me" }],
])("with %s is rejected", async (_, body) => {
  expect(await send(body)).toMatchObject({ status: 400, error: "validation" });
  expect(logged()).toEqual([]);
});

test("a stack made to be slow is read quickly", async () => {
  const spent = await cpuTime(async () => {
    await send({ ...ERROR, stack: `${"@ (".repeat(160)}\n`.repeat(8).slice(0, CLIENT_ERROR_LIMITS.stack) });
    await send({ ...ERROR, stack: " \n".repeat(CLIENT_ERROR_LIMITS.stack / 2) });
  });
  expect(spent).toBeLessThan(2_000);
});

test("a network address may report a few, and no one can fill the log", async () => {
  setLimit("client_error", 5, 600);
  const replies = await Promise.all(Array.from({ length: 6 }, () => send(ERROR, "203.0.113.2")));
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 204, 429]);
  for (let network = 0; network < 120; network++) await send(ERROR, `198.51.100.${network}`);
  expect(logged().length).toBeLessThanOrEqual(100);
});
