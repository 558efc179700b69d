import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createMember, createPosts } from "@/tests/factories";
import { expiredToken } from "@/tests/invalid-tokens";
import { serveApi } from "@/tests/serve-api";
import { useTestDatabase } from "@/tests/test-db";

/** The client in docs/api.md works as it is printed there. */

const PROGRAM = /^## An example client\n[\s\S]*?^```ts\n([\s\S]*?)^```$/m;

let folder: string;
beforeAll(useTestDatabase);
beforeEach(() => {
  // Inside the project, where it finds tsx and is an ES module.
  folder = mkdtempSync(join(process.cwd(), ".data-test-example-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the example client signs in, refreshes its token and reads the whole feed", async () => {
  const program = PROGRAM.exec(readFileSync("docs/api.md", "utf8"))?.[1];
  if (!program) throw new Error("docs/api.md has no example client.");
  const file = join(folder, "client.ts");
  writeFileSync(file, program);

  const reader = await createMember();
  await createPosts(60, reader);

  const calls: string[] = [];
  const expired = await expiredToken(reader);
  const { address, close } = await serveApi((request) => {
    const { pathname } = new URL(request.url);
    calls.push(pathname);
    // The second page is asked for when the token has expired.
    if (calls.filter((path) => path === "/api/posts").length === 2 && !calls.includes("/api/auth/refresh")) {
      request.headers.set("Authorization", `Bearer ${expired}`);
    }
    return request;
  });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], {
      env: { ...process.env, API: address, EMAIL: reader.user.email },
    });
    const lines = stdout.trim().split("\n");
    expect(lines).toHaveLength(60);
    expect(lines[0]).toBe(`${reader.user.name}: Post 1`);
    expect(lines.at(-1)).toBe(`${reader.user.name}: Post 60`);
  } finally {
    close();
  }
  expect(calls).toEqual([
    "/api/auth/send-otp",
    "/api/dev/outbox",
    "/api/auth/check-otp",
    "/api/posts",
    "/api/posts",
    "/api/auth/refresh",
    "/api/posts",
  ]);
});
