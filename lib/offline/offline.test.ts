import { dropAnswers, notDroppedPlugin, startRequest } from "@/lib/offline/service-worker/plugins";
import { sessionMatch } from "@/lib/offline/token-owner";

/** Reading without a connection. */

describe("assets", () => {
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
});

describe("dropped answers", () => {
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
});

describe("the stored session and the page's", () => {
  const tokenOf = (claims: object) =>
    `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

  test("match when the token is the viewer's", () => {
    expect(sessionMatch("ishita", tokenOf({ sub: "ishita" }))).toBe("match");
  });

  test("differ when another person signed in in another tab", () => {
    expect(sessionMatch("ishita", tokenOf({ sub: "kabir" }))).toBe("other");
  });

  test("have no stored token after storage was cleared", () => {
    expect(sessionMatch("ishita", null)).toBe("missing");
    expect(sessionMatch("ishita", "")).toBe("missing");
  });

  test.each(["garbage", "a.b.c", "e30.bnVsbA.x", tokenOf({ sub: 7 })])(
    "count as a match when the token is unreadable: %s",
    (token) => {
      expect(sessionMatch("ishita", token)).toBe("match");
    },
  );
});
