/** @jest-environment jsdom */
import { dehydrate, QueryClient, useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { show } from "@/tests/browser-api";

const queryKey = ["posts"];
const load = jest.fn(async () => "now");

function Screen() {
  const { data } = useQuery({ queryKey, queryFn: load, staleTime: Number.POSITIVE_INFINITY });
  return <p>{data ?? "loading"}</p>;
}

/** A page as the server has sent it, with what it knew then. */
function pageWith(answer: string) {
  const client = new QueryClient();
  client.setQueryData(queryKey, answer);
  const state = dehydrate(client);
  return () => (
    <HydrateOnce state={state}>
      <Screen />
    </HydrateOnce>
  );
}

function open(client: QueryClient, Page: ReturnType<typeof pageWith>) {
  return show(<Page />, client);
}

beforeEach(() => load.mockClear());

test("a page shows what it came with, also when it renders again", () => {
  const client = new QueryClient();
  const Page = pageWith("then");
  const { rerender } = open(client, Page);
  rerender(<Page />);
  expect(screen.getByText("then")).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
});

test("on Back, what has changed since then stays", () => {
  const client = new QueryClient();
  const Page = pageWith("then");
  open(client, Page).unmount();
  // As on a device whose clock is behind the server's.
  client.setQueryData(queryKey, "changed", { updatedAt: 1 });
  open(client, Page);
  expect(screen.getByText("changed")).toBeTruthy();
});

test("on Back, what has left the cache since then is loaded again", async () => {
  const client = new QueryClient();
  const Page = pageWith("then");
  open(client, Page).unmount();
  client.clear();
  open(client, Page);
  expect(screen.queryByText("then")).toBeNull();
  expect(await screen.findByText("now")).toBeTruthy();
});

test("on Back without a connection, the page shows what it came with", () => {
  const client = new QueryClient();
  const Page = pageWith("then");
  open(client, Page).unmount();
  client.clear();
  const onLine = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open(client, Page);
  expect(screen.getByText("then")).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
  onLine.mockRestore();
});

test("a page that the server renders anew brings its newer answer", async () => {
  const client = new QueryClient();
  open(client, pageWith("then")).unmount();
  client.setQueryData(queryKey, "old", { updatedAt: 1 });
  open(client, pageWith("newer"));
  expect(await screen.findByText("newer")).toBeTruthy();
});
