import { useSyncExternalStore } from "react";
import { onStorageErased } from "@/lib/hooks/erased-storage";

/**
 * The registration draft (the specification, §3 and §4): loaded from local storage once, changed field by field, saved
 * whole. A password is never part of it: one found there is discarded.
 */

const KEY = "userRegisterData";

export const DRAFT_FIELDS = [
  "collegeName",
  "collegeId",
  "email",
  "name",
  "avatar",
  "bio",
  "authMethod",
] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];
export type RegistrationDraft = Readonly<Record<DraftField, string>>;

export const EMPTY_DRAFT: RegistrationDraft = {
  collegeName: "",
  collegeId: "",
  email: "",
  name: "",
  avatar: "",
  bio: "",
  authMethod: "",
};

const isDraftField = (field: string): field is DraftField =>
  (DRAFT_FIELDS as readonly string[]).includes(field);

/** A draft in memory, backed by a storage. */
export function makeDraftStore(storage: () => Storage) {
  let draft: RegistrationDraft | undefined;
  const listeners = new Set<() => void>();
  const read = () => {
    draft ??= load(storage());
    return draft;
  };
  const replace = (next: RegistrationDraft | undefined) => {
    draft = next;
    for (const listener of listeners) listener();
  };
  onStorageErased(() => replace(undefined));
  return {
    read,
    /** Changes one field and saves the whole draft; an unknown field is ignored with a warning. */
    update: (field: string, value: string): void => {
      if (!isDraftField(field)) {
        // biome-ignore lint/suspicious/noConsole: the specification asks for it (§4, registration draft)
        console.warn(`The registration draft has no field "${field}".`);
        return;
      }
      const next = { ...read(), [field]: value };
      save(next, storage());
      replace(next);
    },
    /** Empties it, here and in storage. */
    clear: (): void => {
      storage().removeItem(KEY);
      replace(EMPTY_DRAFT);
    },
    /** Empties it in memory alone; what is stored stays, and is loaded at the next start. */
    reset: (): void => replace(EMPTY_DRAFT),
    subscribe: (listener: () => void) => {
      // Another tab may go on with the same registration.
      const onStorage = ({ key }: StorageEvent) => {
        if (key === KEY || key === null) replace(undefined);
      };
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
  };
}

/** The stored draft; an unparsable one is removed and an empty one used. */
function load(storage: Storage): RegistrationDraft {
  const text = storage.getItem(KEY);
  if (!text) return EMPTY_DRAFT;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null || Array.isArray(stored))
      throw new Error("not a draft");
    const draft = { ...EMPTY_DRAFT };
    for (const [field, value] of Object.entries(stored)) {
      if (isDraftField(field) && typeof value === "string") draft[field] = value;
    }
    if ("password" in stored) save(draft, storage);
    return draft;
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it (§8, stored draft unparsable)
    console.error("The stored registration draft is unreadable.", error);
    storage.removeItem(KEY);
    return EMPTY_DRAFT;
  }
}

function save(draft: RegistrationDraft, storage: Storage): void {
  storage.setItem(KEY, JSON.stringify(draft));
}

const draft = makeDraftStore(() => localStorage);

export const { read: readDraft, update: updateDraft, clear: clearDraft, reset: resetDraft } = draft;

/** The draft, followed as it changes; empty while the server renders, which cannot know. */
export const useRegistrationDraft = (): RegistrationDraft =>
  useSyncExternalStore(draft.subscribe, draft.read, () => EMPTY_DRAFT);

/** Makes the draft one of `email`: what was noted for another address is forgotten, the chosen college stays. */
export function beginDraft(email: string): void {
  const { email: before, collegeName, authMethod } = draft.read();
  if (before !== "" && before !== email) {
    draft.clear();
    draft.update("collegeName", collegeName);
    draft.update("authMethod", authMethod);
  }
  draft.update("email", email);
}
