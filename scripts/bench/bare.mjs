import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../cli/environment.mjs";
import { run } from "../cli/exec.mjs";
import { startServer } from "../cli/start-server.mjs";
import { step } from "../cli/steps.mjs";
import { BENCH_DIR } from "./environment.mjs";

/**
 * The baseline: a Next.js app behind the same Node server as the product. Its routes return `bytes`
 * bytes of JSON: `/api/read` by one named query of one row, and `/api/write` after one statement
 * that changes a row. It is built inside our folder, so that it finds our Next.js.
 * @param {number} bytes
 * @param {import("./environment.mjs").BenchContext} context
 * @returns {Promise<{ address: string, pid: number }>}
 */
export async function startBare(bytes, { client, env }) {
  const dir = path.join(BENCH_DIR, "bare");
  /** @param {string} name @param {string} source */
  const addRoute = (name, source) => {
    const route = path.join(dir, "app/api", name);
    mkdirSync(route, { recursive: true });
    writeFileSync(path.join(route, "route.js"), `export const dynamic = "force-dynamic";\n${source}`);
  };
  const headers = '{ headers: { "Content-Type": "application/json" } }';
  const pool =
    'import { Pool } from "pg";\nconst pool = new Pool({ connectionString: process.env.DATABASE_URL });';
  addRoute(
    "read",
    `${pool}
const query = { name: "read", text: "SELECT body FROM bare WHERE id = $1", values: [1] };
export const GET = async () => new Response((await pool.query(query)).rows[0].body, ${headers});`,
  );
  addRoute(
    "write",
    `${pool}
const text = "UPDATE bare SET count = count + 1 WHERE id = $1 RETURNING body";
export const POST = async () => {
  // Different rows, so that requests do not wait for each other's lock.
  const values = [1 + Math.floor(Math.random() * 1000)];
  return new Response((await pool.query({ name: "write", text, values })).rows[0].body, ${headers});
};`,
  );
  await client.query("CREATE TABLE bare (id int PRIMARY KEY, count int NOT NULL, body text NOT NULL)");
  await client.query(
    `INSERT INTO bare SELECT n, 0, json_build_object('text', repeat('x', $1 - 13))::text FROM generate_series(1, 1000) n`,
    [bytes],
  );
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
    path.join(dir, "serve.mjs"),
    `import { serve } from ${JSON.stringify(path.join(ROOT, "scripts/server/serve.mjs"))};
await serve({ port: Number(process.env.PORT), host: "127.0.0.1", dir: ${JSON.stringify(dir)} });`,
  );
  await step("Build the bare route", async () => {
    await run(process.execPath, [path.join(ROOT, "node_modules/.bin/next"), "build", dir], {
      env: { ...process.env, NODE_ENV: "production" },
    });
  });
  /** @type {NodeJS.ProcessEnv} */
  const production = { ...env, NODE_ENV: "production" };
  return startServer("the bare route", production, [path.join(dir, "serve.mjs")], "/api/read");
}
