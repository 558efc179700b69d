import { pagedList } from "@/lib/query/pages";
import { firstPage, prefetch, seed } from "@/lib/query/server/prefetch";
import { captureLog } from "@/tests/log-lines";

const logged = captureLog();

const page = { nextCursor: "next" };
const list = (name: string) => pagedList([name], async () => page);

test("loaded queries are dehydrated; one that fails is logged and left out", async () => {
  const error = new Error("The database is away.");
  const { queries } = await prefetch(
    seed(["me"], "Ishita"),
    firstPage(list("feed"), async () => page),
    firstPage(list("comments"), () => Promise.reject(error)),
  );
  expect(queries.map(({ queryKey, state }) => [queryKey, state.data])).toEqual([
    [["me"], "Ishita"],
    [["feed"], { pages: [page], pageParams: [null] }],
  ]);
  expect(logged()).toMatchObject([{ err: { message: error.message }, queryKey: ["comments"] }]);
});
