/** @jest-environment jsdom */
import { BroadcastChannel } from "node:worker_threads";
import { QueryClient } from "@tanstack/react-query";
import { meOptions } from "@/lib/profiles/client/queries";
import { tellOtherTabs } from "@/lib/query/other-tabs";
import { fakeApi } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();
Object.assign(globalThis, { BroadcastChannel });

/** The next news that another tab of the person hears. */
function heard(): Promise<unknown> {
  const tab = new BroadcastChannel(`campus-circle-${me._id}`);
  return new Promise((resolve) => {
    tab.onmessage = (event) => {
      tab.close();
      resolve((event as MessageEvent).data);
    };
  });
}

beforeEach(() => freshBrowser(me));

test("other tabs hear what is done before this one listens", async () => {
  const news = heard();
  tellOtherTabs({ kind: "safety" });
  expect(await news).toEqual({ kind: "safety" });
});

test("other tabs hear the own profile whenever it is loaded", async () => {
  const news = heard();
  const profile = { ...me, name: "Aarav S." };
  fakeApi(() => ({ status: 200, body: { user: profile } }));
  const client = new QueryClient();
  await client.fetchQuery(meOptions());
  expect(await news).toEqual({ kind: "profile", profile });
  client.clear();
});
