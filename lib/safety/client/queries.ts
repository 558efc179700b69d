import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { pagedList, pageItems } from "@/lib/query/pages";

/** Cache keys of the people and words the viewer has hidden. */
export const safetyKeys = {
  all: ["safety"] as const,
  blocks: () => [...safetyKeys.all, "blocks"] as const,
  mutes: () => [...safetyKeys.all, "mutes"] as const,
  words: () => [...safetyKeys.all, "words"] as const,
};

export const hiddenItems = pageItems("people");

/** The people the viewer has blocked, the latest first. */
export const blocksOptions = () =>
  pagedList(safetyKeys.blocks(), (cursor, signal) =>
    api.get("/safety/blocks", { query: { cursor }, signal }),
  );

/** The people the viewer has muted, the latest first. */
export const mutesOptions = () =>
  pagedList(safetyKeys.mutes(), (cursor, signal) => api.get("/safety/mutes", { query: { cursor }, signal }));

/** The viewer's muted words and tags. */
export const wordsOptions = () =>
  queryOptions({
    queryKey: safetyKeys.words(),
    queryFn: ({ signal }) => api.get("/safety/words", { signal }).then(({ words }) => words),
  });
