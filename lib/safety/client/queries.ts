/** Cache keys of whom and what the viewer has hidden. */
export const safetyKeys = {
  all: ["safety"] as const,
  blocks: () => [...safetyKeys.all, "blocks"] as const,
  mutes: () => [...safetyKeys.all, "mutes"] as const,
  words: () => [...safetyKeys.all, "words"] as const,
};
