import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { GET } from "@/app/api/notifications/stream/route";
import { finishWork } from "@/lib/platform/after-response";
import { db } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/realtime";
import { api } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import { databaseOfWorker } from "@/tests/database";
import { createMember, createPost } from "@/tests/factories";
import { makeBrowser, type PushService, startPushService } from "@/tests/push-service";
import { useTestDatabase } from "@/tests/test-db";

/** Functions have no timers, so the request that leaves work behind does it after its response. */

/** Tasks queued until the response is sent, or running already. */
const mockTasks: ((() => Promise<void>) | Promise<unknown>)[] = [];
let mockVercel: string | undefined;
let mockLive = false;
/** Whether there is a request; Next.js throws without one. */
let mockRequest = true;

jest.mock("next/server", () => {
  const actual = jest.requireActual<typeof import("next/server")>("next/server");
  const after = (task: (typeof mockTasks)[number]) =>
    mockRequest ? mockTasks.push(task) : actual.after(task);
  return { ...actual, after };
});
// A real Vercel environment would need real providers, so only these two variables are changed.
jest.mock("@/lib/platform/env", () => {
  const actual = jest.requireActual<typeof import("@/lib/platform/env")>("@/lib/platform/env");
  const env = () =>
    mockVercel ? { ...actual.env(), VERCEL: mockVercel, LIVE_NOTIFICATIONS: mockLive } : actual.env();
  return { ...actual, env };
});

// The time in which a post's deletion can be undone passes at once.
jest.mock("node:timers/promises", () => {
  const actual = jest.requireActual<typeof import("node:timers/promises")>("node:timers/promises");
  const pass = (ms: number) =>
    db().sql`UPDATE posts SET deleted_at = deleted_at - make_interval(secs => ${ms / 1_000})`;
  return { ...actual, setTimeout: (ms: number) => (ms > 10_000 ? pass(ms) : actual.setTimeout(ms)) };
});

let service: PushService;
beforeAll(async () => {
  await useTestDatabase();
  service = await startPushService();
});
beforeEach(() => {
  mockVercel = "1";
  mockLive = false;
  mockRequest = true;
  mockTasks.length = 0;
});
afterAll(() => service.close());

/** Runs the queued tasks, as Vercel does once the response is sent. */
async function respond(): Promise<void> {
  await Promise.all(mockTasks.splice(0).map((task) => (typeof task === "function" ? task() : task)));
}

async function likedAuthor() {
  const [author, fan] = [await createMember(), await createMember()];
  const body = makeBrowser(service.origin).subscription;
  await api.post("/notifications/push-subscriptions", { token: author.token, body });
  const post = await createPost({ author });
  await api.post(`/posts/${post.id}/like`, { token: fan.token, body: { liked: true } });
  return { author, post };
}

describe("a function", () => {
  test("sends the push of a like after its response", async () => {
    await likedAuthor();
    expect(service.sent).toHaveLength(0);
    expect(mockTasks).toHaveLength(1);
    await respond();
    expect(service.sent).toHaveLength(1);
    expect(await db().pushMessage.count()).toBe(0);
  });

  test("queues nothing for an author without push", async () => {
    const [post, fan] = [await createPost(), await createMember()];
    await api.post(`/posts/${post.id}/like`, { token: fan.token, body: { liked: true } });
    expect(mockTasks).toEqual([]);
  });

  test.each([
    [
      "a deleted post",
      ({ author, post }: Awaited<ReturnType<typeof postWithFile>>) =>
        api.delete(`/posts/${post.id}`, { token: author.token }),
    ],
    [
      "a deleted account",
      ({ author }: Awaited<ReturnType<typeof postWithFile>>) =>
        api.delete(`/auth/users/${author.id}`, { token: author.token }),
    ],
  ])("destroys the media of %s after its response", async (_what, remove) => {
    const fixture = await postWithFile();
    expect((await remove(fixture)).status).toBe(200);
    expect(existsSync(fixture.folder)).toBe(true);
    await respond();
    expect(existsSync(fixture.folder)).toBe(false);
    expect(await db().mediaDeletion.count()).toBe(0);
  });

  test("leaves the work for the next request when it fails", async () => {
    const { author, post, folder } = await postWithFile();
    await api.delete(`/posts/${post.id}`, { token: author.token });
    await db().sql`ALTER TABLE media_deletions RENAME TO away`;
    await respond();
    await db().sql`ALTER TABLE away RENAME TO media_deletions`;
    expect(existsSync(folder)).toBe(true);
    const next = await createPost({ author });
    await api.delete(`/posts/${next.id}`, { token: author.token });
    await respond();
    expect(existsSync(folder)).toBe(false);
  });

  describe("with live notifications", () => {
    let listener: Client;
    const changeOf = (personId: string) => ({ kind: "change", personId });
    const hints: unknown[] = [];
    beforeEach(async () => {
      mockLive = true;
      hints.length = 0;
      listener = new Client({ connectionString: databaseOfWorker() });
      listener.on("notification", ({ payload = "" }) => hints.push(JSON.parse(payload)));
      await listener.connect();
      await listener.query("LISTEN notifications");
    });
    afterEach(() => listener.end());

    test("does not freeze before its hints are sent", async () => {
      publishChange("one");
      publishChange("two");
      expect(mockTasks).toHaveLength(1);
      await respond();
      await listener.query("SELECT 1");
      expect(hints).toEqual([[changeOf("one"), changeOf("two")]]);
    });

    test("sends them without a request too, as while seeding", async () => {
      mockRequest = false;
      publishChange("one");
      await finishWork();
      await listener.query("SELECT 1");
      expect(hints).toEqual([[changeOf("one")]]);
    });
  });

  test("rejects a stream with a Retry-After", async () => {
    const { token } = await createMember();
    const request = makeRequest({ path: "/api/notifications/stream", token });
    const response = await GET(request, { params: Promise.resolve({}) });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("600");
  });
});

test("a server leaves the work to its timers", async () => {
  mockVercel = undefined;
  const { author, post } = await likedAuthor();
  await api.delete(`/posts/${post.id}`, { token: author.token });
  expect(mockTasks).toEqual([]);
});

async function postWithFile() {
  const author = await createMember();
  const post = await createPost({ author });
  const { publicId } = await db().mediaAsset.findUniqueOrThrow({ where: { id: post.assetId } });
  const folder = path.join(process.env.DATA_DIR ?? "", "media", publicId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "facts.json"), "{}");
  return { author, post, folder };
}
