import { randomUUID } from "node:crypto";
import autocannon from "autocannon";

/** Sending load, and reading its figures. */

/**
 * @typedef {{ method?: "GET" | "POST", path: string, body?: string }} BenchRequest
 *   `{conversation}` in its path is one of the person's, `{uuid}` in its body another one each time
 * @typedef {import("./environment.mjs").BenchContext["people"]} People
 */

/**
 * Sends `requests` over and over, as one person per connection. Each connection begins at another
 * one of them.
 * @param {string} address
 * @param {BenchRequest[]} requests
 * @param {People} people
 * @param {{ connections: number, seconds: number }} options
 * @returns {Promise<number>} responses per second
 */
export async function load(address, requests, people, { connections, seconds }) {
  let next = 0;
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const person = people[next % people.length];
      const start = (next++ * 7) % requests.length;
      client.setRequests(
        [...requests.slice(start), ...requests.slice(0, start)].map((request) => ({
          ...requestOf(request, person),
          // Only where it is needed: the others are built once.
          ...(request.body?.includes("{uuid}") && { setupRequest: () => requestOf(request, person) }),
        })),
      );
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${requests[0]?.path}: ${result.non2xx} error responses, ${result.errors} connection errors.`,
    );
  return result.requests.average;
}

/**
 * A request as this person sends it.
 * @param {BenchRequest} request
 * @param {People[number] | undefined} person
 */
export function requestOf({ method, path, body }, person) {
  return {
    ...(method && { method }),
    path: path.replace("{conversation}", person?.conversationId ?? ""),
    ...(body && { body: body.replace("{uuid}", randomUUID()) }),
    headers: {
      authorization: `Bearer ${person?.accessToken}`,
      cookie: person?.cookie ?? "",
      "content-type": "application/json",
    },
  };
}

/** @param {number[]} numbers */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

/**
 * @param {number} part
 * @param {number} whole
 */
export const percent = (part, whole) => `${Math.round((100 * part) / (whole || 1))} %`;
