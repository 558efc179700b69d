import { type APIRequestContext, request } from "playwright/test";

/**
 * Before the first journey: opens a preview that Vercel protects, and looks whether the address has
 * the outbox that journeys read codes in.
 */
export default async function globalSetup(): Promise<void> {
  const { BASE_URL, OUTBOX, OUTBOX_PASSWORD, VERCEL_AUTOMATION_BYPASS_SECRET: bypass } = process.env;
  // Without an address the journeys are for `npm run up` on this machine.
  const baseURL = BASE_URL || "http://localhost:3000";
  const api = await request.newContext({
    baseURL,
    extraHTTPHeaders: {
      ...(bypass ? { "x-vercel-protection-bypass": bypass, "x-vercel-set-bypass-cookie": "true" } : {}),
      ...(OUTBOX_PASSWORD ? { "X-Outbox-Password": OUTBOX_PASSWORD } : {}),
    },
  });
  try {
    const path = OUTBOX === "0" ? "/api/health/live" : "/api/dev/outbox";
    const status = await statusOf(api, path);
    if (status !== 200) throw new Error(`${baseURL}${path} ${explain(status)}`);
    // A cookie, not headers on every request: browsers would ask other hosts, such as Cloudinary,
    // whether they take those headers, and they do not.
    if (bypass) process.env.VERCEL_ACCESS = JSON.stringify(await api.storageState());
  } finally {
    await api.dispose();
  }
}

async function statusOf(api: APIRequestContext, path: string): Promise<number | undefined> {
  try {
    return (await api.get(path)).status();
  } catch {
    // Reported as no answer.
    return undefined;
  }
}

function explain(status: number | undefined): string {
  if (status === undefined) return "does not answer: start the product with `npm run up`, or set BASE_URL.";
  return `answered ${status}. Set OUTBOX_PASSWORD to the outbox's password and VERCEL_AUTOMATION_BYPASS_SECRET where Vercel protects the address; OUTBOX=0 runs only what needs no outbox.`;
}
