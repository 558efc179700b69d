import { dropAnswers, notDroppedPlugin, startRequest } from "@/lib/offline/service-worker/plugins";

/** What is on its way while a block drops what was stored; `e2e/offline.spec.ts` has the rest. */

type Hooks = Required<Pick<typeof notDroppedPlugin, "handlerWillStart" | "cacheWillUpdate">>;
const { handlerWillStart, cacheWillUpdate } = notDroppedPlugin as Hooks;

/** A request; what it would store of its answer. */
async function begin(): Promise<() => Promise<unknown>> {
  const state = {};
  await handlerWillStart({ state } as Parameters<Hooks["handlerWillStart"]>[0]);
  const response = new Response("Answer");
  return async () => cacheWillUpdate({ response, state } as Parameters<Hooks["cacheWillUpdate"]>[0]);
}

test("an answer that was asked for before is not stored, and one asked for later is", async () => {
  const before = await begin();
  const copy = startRequest();
  expect(copy.isStale()).toBe(false);
  await dropAnswers();
  const after = await begin();
  expect(await before()).toBeNull();
  expect(await after()).toBeInstanceOf(Response);
  expect(copy.isStale()).toBe(true);
});

test("what was stored is deleted; the owner and the pictures stay", async () => {
  const names = new Set(["offline-owner", "offline-pages", "offline-answers", "offline-media"]);
  const deleteCache = async (name: string) => names.delete(name);
  Object.assign(globalThis, { caches: { delete: deleteCache } });
  await dropAnswers();
  Reflect.deleteProperty(globalThis, "caches");
  expect([...names]).toEqual(["offline-owner", "offline-media"]);
});
