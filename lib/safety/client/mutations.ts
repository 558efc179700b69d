import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { optimistic } from "@/lib/query/optimistic";
import { hidePerson, patchRelation, removeListed, settleHidden, showAgain } from "@/lib/safety/client/cache";
import { safetyKeys } from "@/lib/safety/client/queries";
import { broadcastSafety, type Hiding } from "@/lib/safety/client/tabs";
import type { BlockAnswer, MuteAnswer, WordsAnswer } from "@/lib/safety/schema";

/** Hiding a person and the Undo of it reach the server in the order of the presses. */
const scope = { id: "safety" };

const setBlocked = (id: string, blocked: boolean) =>
  api.post<BlockAnswer>(`/users/${id}/block`, { body: { blocked } });

const setMuted = (id: string, muted: boolean, until?: string | null) =>
  api.post<MuteAnswer>(`/users/${id}/mute`, { body: muted ? { muted, until } : { muted } });

/** `until` is the date a mute ends, or null for always. */
export type HideVariables = { id: string } & (
  | { hiding: "blocked" }
  | { hiding: "muted"; until: string | null }
);

/**
 * Blocks or mutes a person. They disappear at once, and come back when it fails. Offline it fails
 * rather than being queued: who reads that someone is blocked relies on it, and until the server
 * knows of it that person sees and writes to them.
 */
export function useHidePerson() {
  return useMutation({
    scope,
    mutationFn: (variables: HideVariables): Promise<BlockAnswer | MuteAnswer> =>
      variables.hiding === "blocked"
        ? setBlocked(variables.id, true)
        : setMuted(variables.id, true, variables.until),
    onMutate: (variables, { client }) => {
      const { id, hiding } = variables;
      const hidden = hidePerson(client, id, hiding);
      const rollback = patchRelation(
        client,
        id,
        variables.hiding === "blocked" ? { isBlocked: true } : { isMuted: true, mutedUntil: variables.until },
      );
      return { hidden, rollback };
    },
    onError: (_error, _variables, context) => {
      context?.hidden.restore();
      context?.rollback();
    },
    onSuccess: async (answer, { id, hiding }, { hidden }, { client }) => {
      patchRelation(client, id, answer);
      broadcastSafety({ hidden: [id], hiding });
      await settleHidden(client, id, hiding, hidden);
    },
  });
}

/** Unblocks or unmutes a person. What is on screen is loaded again, the rest when it is opened. */
export function useShowPerson() {
  return useMutation({
    scope,
    mutationFn: ({ id, hiding }: { id: string; hiding: Hiding }): Promise<BlockAnswer | MuteAnswer> =>
      hiding === "blocked" ? setBlocked(id, false) : setMuted(id, false),
    onMutate: ({ id, hiding }, { client }) => removeListed(client, id, hiding),
    onError: (_error, _variables, putBack) => putBack?.(),
    onSuccess: async (answer, { id }, _putBack, { client }) => {
      // Of a profile that was blocked only the name is cached.
      if ("isMuted" in answer) patchRelation(client, id, answer);
      broadcastSafety({ shown: true });
      await showAgain(client);
    },
  });
}

/** Mutes a word or a tag, or removes it. Lists drop or show posts with it when next loaded. */
export function useMuteWord() {
  return useMutation(
    optimistic({
      scope,
      cancel: safetyKeys.words(),
      mutationFn: (body: { word: string; muted: boolean }) =>
        api.post<WordsAnswer>("/safety/words", { body }),
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
        broadcastSafety({ shown: true });
        void showAgain(client);
      },
    }),
  );
}
