import { run } from "./exec.mjs";
import { freePort } from "./ports.mjs";
import { step } from "./steps.mjs";

/** Limits for the people of tests, who are many and quick. */
export const TEST_LIMITS = {
  // All of them share one network address, and some mistype email addresses on purpose.
  LIMIT_UNKNOWN_ADDRESS_IP: "1000/60",
  LIMIT_CODE_NETWORK: "1000/60",
  // All have just signed up, and some write a lot.
  LIMIT_NEW_POST: "1000/60",
  LIMIT_NEW_COMMENT: "1000/60",
  LIMIT_NEW_FOLLOW: "1000/60",
};

/**
 * Starts a server on a free port, which runs until this process ends.
 * @param {string} what
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args of Node
 * @param {string} ready a path that answers 2xx once the server is ready
 * @returns {Promise<{ address: string, pid: number }>}
 */
export async function startServer(what, env, args, ready) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  let pid = 0;
  await step(`Start ${what}`, async () => {
    const server = run(process.execPath, args, {
      env: { ...env, PORT: String(port), HOST: "127.0.0.1", APP_URL: address },
      onStart: (processId) => {
        pid = processId;
      },
    });
    // Exiting earlier is a failure.
    await Promise.race([server, waitUntilReady(address + ready)]);
  });
  return { address, pid };
}

/** How long a server may take to start, in milliseconds. */
const START_MS = 300_000;

/** @param {string} url */
async function waitUntilReady(url) {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; ) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // The server is not listening yet: keep polling.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} did not succeed within ${START_MS / 1000} s.`);
}
