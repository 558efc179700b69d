import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../cli/environment.mjs";
import { run } from "../cli/exec.mjs";
import { step } from "../cli/steps.mjs";
import { BENCH_DIR, startServer } from "./environment.mjs";

/**
 * The baseline: a Next.js app with one route that returns `bytes` bytes of JSON, behind the same
 * Node server as the product. It is built inside our folder, so that it finds our Next.js.
 * @param {number} bytes
 * @returns {Promise<{ address: string, pid: number, path: string }>}
 */
export async function startBare(bytes) {
  const dir = path.join(BENCH_DIR, "bare");
  const route = path.join(dir, "app/api/bare");
  mkdirSync(route, { recursive: true });
  writeFileSync(path.join(dir, "package.json"), '{ "type": "module" }');
  writeFileSync(
    path.join(dir, "next.config.mjs"),
    `export default { turbopack: { root: ${JSON.stringify(ROOT)} }, poweredByHeader: false };`,
  );
  writeFileSync(
    path.join(dir, "app/layout.js"),
    "export default function Layout({ children }) { return <html><body>{children}</body></html>; }",
  );
  // Without its own, it would get ours.
  writeFileSync(path.join(dir, "instrumentation.js"), "export function register() {}");
  writeFileSync(path.join(dir, "app/page.js"), "export default function Page() { return null; }");
  writeFileSync(
    path.join(route, "route.js"),
    `export const dynamic = "force-dynamic";
const body = JSON.stringify({ text: "x".repeat(${bytes} - 11) });
export const GET = async () => new Response(body, { headers: { "Content-Type": "application/json" } });`,
  );
  writeFileSync(
    path.join(dir, "serve.mjs"),
    `import { serve } from ${JSON.stringify(path.join(ROOT, "scripts/server/serve.mjs"))};
await serve({ port: Number(process.env.PORT), host: "127.0.0.1", dir: ${JSON.stringify(dir)} });`,
  );
  await step("Build the bare route", async () => {
    await run(process.execPath, [path.join(ROOT, "node_modules/.bin/next"), "build", dir], {
      env: { ...process.env, NODE_ENV: "production" },
    });
  });
  const server = await startServer("the bare route", process.env, [path.join(dir, "serve.mjs")], "/api/bare");
  return { ...server, path: "/api/bare" };
}
