import { log } from "@/lib/platform/log";
import { pagedList } from "@/lib/query/pages";
import { firstPage, prefetch, seed } from "@/lib/query/server/prefetch";

const page = { nextCursor: "next" };
const list = (name: string) => pagedList([name], async () => page);

test("loaded queries are dehydrated; one that fails is logged and left out", async () => {
  const warn = jest.spyOn(log(), "warn").mockReturnValue();
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
  expect(warn).toHaveBeenCalledWith({ err: error, queryKey: ["comments"] }, expect.any(String));
});
