/** @jest-environment jsdom */
import { BroadcastChannel } from "node:worker_threads";
import { QueryClient } from "@tanstack/react-query";
import { meOptions } from "@/lib/profiles/client/queries";
import { sendToOtherTabs } from "@/lib/query/other-tabs";
import { fakeApi } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

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
