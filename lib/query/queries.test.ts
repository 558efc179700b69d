/** @jest-environment jsdom */

import { BroadcastChannel } from "node:worker_threads";
import { QueryClient } from "@tanstack/react-query";
import { meOptions } from "@/lib/profiles/client/queries";
import { sendToOtherTabs } from "@/lib/query/other-tabs";
import { setToggle, type Toggle } from "@/lib/query/toggle";
import { fakeApi } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

/** Optimistic toggles, and other tabs. */

describe("a toggle pressed faster than the server answers", () => {
  /** A server whose answers the test controls, and the states that were shown in between. */
  function slowServer(name = "switch") {
    const requests: { wanted: boolean; answer: (ok: boolean) => void }[] = [];
    const shown: (boolean | string)[] = [];
    const toggle: Toggle<boolean> = {
      mutationKey: [name],
      mutationFn: (wanted) =>
        new Promise((resolve, reject) => {
          const answer = (ok: boolean) => (ok ? resolve(wanted) : reject(new Error("no")));
          requests.push({ wanted, answer });
        }),
      apply: (_client, wanted) => shown.push(wanted),
      settle: (_client, answer) => shown.push(`server: ${answer}`),
    };
    return { requests, shown, toggle };
  }

  const client = new QueryClient();
  const nextTick = () => new Promise((resolve) => setTimeout(resolve));

  test("shows each press at once and sends one request at a time", async () => {
    const { requests, shown, toggle } = slowServer();
    const done = setToggle(client, toggle, true);
    await setToggle(client, toggle, false);
    await setToggle(client, toggle, true);
    await nextTick();
    expect(shown).toEqual([true, false, true]);
    expect(requests.map(({ wanted }) => wanted)).toEqual([true]);
    requests[0]?.answer(true);
    await done;
    expect(shown.at(-1)).toBe("server: true");
    expect(requests).toHaveLength(1);
  });

  test("sends again when the last press differs from what was sent", async () => {
    const { requests, shown, toggle } = slowServer();
    const done = setToggle(client, toggle, true);
    await setToggle(client, toggle, false);
    await nextTick();
    requests[0]?.answer(true);
    await nextTick();
    expect(requests.map(({ wanted }) => wanted)).toEqual([true, false]);
    requests[1]?.answer(true);
    await done;
    expect(shown).toEqual([true, false, "server: false"]);
  });

  test("starts over once it has settled", async () => {
    const { requests, toggle } = slowServer();
    for (const wanted of [true, false]) {
      const done = setToggle(client, toggle, wanted);
      await nextTick();
      requests.at(-1)?.answer(true);
      await done;
    }
    expect(requests.map(({ wanted }) => wanted)).toEqual([true, false]);
  });

  test("rolls back when the first request fails", async () => {
    const { requests, shown, toggle } = slowServer();
    const done = setToggle(client, toggle, true);
    await nextTick();
    requests[0]?.answer(false);
    await expect(done).rejects.toThrow("no");
    expect(shown).toEqual([true, false]);
  });

  test("rolls back to the last state the server confirmed", async () => {
    const { requests, shown, toggle } = slowServer();
    const done = setToggle(client, toggle, true);
    await setToggle(client, toggle, false);
    await nextTick();
    requests[0]?.answer(true);
    await nextTick();
    requests[1]?.answer(false);
    await expect(done).rejects.toThrow("no");
    expect(shown.at(-1)).toBe("server: true");
  });

  test("hands on the last press of a page that is left before the server has answered", async () => {
    const { requests, toggle } = slowServer();
    const onLeave = jest.fn();
    const done = setToggle(client, { ...toggle, onLeave }, true);
    await setToggle(client, toggle, false);
    await nextTick();
    window.dispatchEvent(new Event("pagehide"));
    expect(onLeave.mock.calls).toEqual([[false]]);
    requests[0]?.answer(true);
    await nextTick();
    requests[1]?.answer(true);
    await done;
    await nextTick();
    window.dispatchEvent(new Event("pagehide"));
    expect(onLeave).toHaveBeenCalledTimes(1);
  });

  test("hands on a press whose request fails because the page is left", async () => {
    const { requests, toggle } = slowServer();
    const onLeave = jest.fn();
    const done = setToggle(client, { ...toggle, onLeave }, true);
    await nextTick();
    requests[0]?.answer(false);
    // The request fails first, and the page is left within the same task.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    window.dispatchEvent(new Event("pagehide"));
    await done;
    expect(onLeave.mock.calls).toEqual([[true]]);
  });

  test("is independent of other toggles", async () => {
    const first = slowServer("first");
    const second = slowServer("second");
    void setToggle(client, first.toggle, true);
    void setToggle(client, second.toggle, true);
    await nextTick();
    expect(first.requests).toHaveLength(1);
    expect(second.requests).toHaveLength(1);
  });
});

describe("other tabs", () => {
  const me = ownUser();
  Object.assign(globalThis, { BroadcastChannel });

  let tab: BroadcastChannel;
  beforeEach(() => {
    freshBrowser(me);
    tab = new BroadcastChannel(`campus-circle-${me._id}`);
  });
  // Left open, it would keep the process alive.
  afterEach(() => tab.close());

  /** The next news that another tab of the person receives. */
  const heard = () =>
    new Promise<unknown>((resolve) => {
      tab.onmessage = (event) => resolve((event as { data: unknown }).data);
    });

  test("other tabs receive what is done before this one listens", async () => {
    const news = heard();
    sendToOtherTabs({ kind: "safety" });
    expect(await news).toEqual({ kind: "safety" });
  });

  test("other tabs receive the own profile whenever it is loaded", async () => {
    const news = heard();
    const profile = { ...me, name: "Aarav S." };
    fakeApi(() => ({ status: 200, body: { user: profile } }));
    const client = new QueryClient();
    await client.fetchQuery(meOptions());
    expect(await news).toEqual({ kind: "profile", profile });
    client.clear();
  });
});
