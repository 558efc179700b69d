/** Scripts and styles through the service worker; `e2e/offline.spec.ts` has the rest. */

afterEach(() => {
  Reflect.deleteProperty(globalThis, "caches");
  Reflect.deleteProperty(globalThis, "BUILD");
  jest.restoreAllMocks();
});

test("a file that the full device can't store is answered all the same", async () => {
  const put = jest.fn().mockRejectedValue(new DOMException("Full.", "QuotaExceededError"));
  Object.assign(globalThis, {
    BUILD: "build",
    caches: { match: async () => undefined, open: async () => ({ put }) },
  });
  const { asset } = await import("@/lib/offline/service-worker/assets");
  jest.spyOn(globalThis, "fetch").mockResolvedValue(new Response("code"));
  const answer = await asset({ request: new Request("https://campus.example/_next/static/a.js") });
  expect(await answer.text()).toBe("code");
  expect(put).toHaveBeenCalledTimes(1);
});
