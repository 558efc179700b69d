import { type QueryClient, useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { optimistic } from "@/lib/query/optimistic";
import { sendToOtherTabs } from "@/lib/query/other-tabs";
import { reloadEverything } from "@/lib/query/reload";
import { safetyKeys } from "@/lib/safety/client/queries";
import type { BlockAnswer, MuteAnswer, MuteBody } from "@/lib/safety/schema";

/** How a person is hidden: a block hides everything of them, a mute what comes by itself. */
export type Hiding = "blocked" | "muted";

/** What other tabs receive: they load again what they show. */
export type SafetyNews = { kind: "safety" };

/** Hiding a person and the Undo of it reach the server in the order of the presses. */
const scope = { id: "safety" };

const setBlock = (userId: string, body: { blocked: boolean }) =>
  api.post("/users/{userId}/block", { params: { userId }, body });

const setMute = (userId: string, body: MuteBody) =>
  api.post("/users/{userId}/mute", { params: { userId }, body });

/** Who is shown has changed: this tab and the others load again what they show. */
function showChange(client: QueryClient): Promise<void> {
  sendToOtherTabs<SafetyNews>({ kind: "safety" });
  return reloadEverything(client);
}

/** `until` is the date a mute ends, or null for always. */
export type HideVariables = { id: string } & (
  | { hiding: "blocked" }
  | { hiding: "muted"; until: string | null }
);

/**
 * Blocks or mutes a person. Offline it fails rather than being queued: who reads that someone is
 * blocked relies on it, and until the server knows of it that person sees and writes to them.
 */
export function useHidePerson() {
  return useMutation({
    scope,
    mutationFn: (variables: HideVariables): Promise<BlockAnswer | MuteAnswer> =>
      variables.hiding === "blocked"
        ? setBlock(variables.id, { blocked: true })
        : setMute(variables.id, { muted: true, until: variables.until }),
    // Not awaited: the question closes before its post goes.
    onSuccess: (_answer, _variables, _context, { client }) => void showChange(client),
  });
}

/** Unblocks or unmutes a person, and is done when what is on screen shows them again. */
export function useShowPerson() {
  return useMutation({
    scope,
    mutationFn: ({ id, hiding }: { id: string; hiding: Hiding }): Promise<BlockAnswer | MuteAnswer> =>
      hiding === "blocked" ? setBlock(id, { blocked: false }) : setMute(id, { muted: false }),
    onSuccess: (_answer, _variables, _context, { client }) => showChange(client),
  });
}

/** Mutes a word or a tag, or removes it. Lists drop or show posts with it when next loaded. */
export function useMuteWord() {
  return useMutation(
    optimistic({
      scope,
      cancel: safetyKeys.words(),
      mutationFn: (body: { word: string; muted: boolean }) => api.post("/safety/words", { body }),
      apply: (client, { word, muted }) => {
        const before = client.getQueryData<string[]>(safetyKeys.words());
        // A new one shows as the server has normalised it.
        if (!muted)
          client.setQueryData(
            safetyKeys.words(),
            before?.filter((other) => other !== word),
          );
        return () => client.setQueryData(safetyKeys.words(), before);
      },
      settle: (client, { words }) => {
        client.setQueryData(safetyKeys.words(), words);
        void showChange(client);
      },
    }),
  );
}
