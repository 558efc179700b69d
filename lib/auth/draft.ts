/**
 * The registration draft (the specification, §3 and §4), kept in local storage. A password is never part of it: one
 * found there is discarded.
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
export type RegistrationDraft = Record<DraftField, string>;

export const emptyDraft = (): RegistrationDraft => ({
  collegeName: "",
  collegeId: "",
  email: "",
  name: "",
  avatar: "",
  bio: "",
  authMethod: "",
});

const isDraftField = (field: string): field is DraftField =>
  (DRAFT_FIELDS as readonly string[]).includes(field);

/** The stored draft; an unparsable one is removed and an empty one used. */
export function loadDraft(storage: Storage = localStorage): RegistrationDraft {
  const text = storage.getItem(KEY);
  if (!text) return emptyDraft();
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null || Array.isArray(stored))
      throw new Error("not a draft");
    const draft = emptyDraft();
    for (const [field, value] of Object.entries(stored)) {
      if (isDraftField(field) && typeof value === "string") draft[field] = value;
    }
    if ("password" in stored) saveDraft(draft, storage);
    return draft;
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it (§8, stored draft unparsable)
    console.error("The stored registration draft is unreadable.", error);
    storage.removeItem(KEY);
    return emptyDraft();
  }
}

function saveDraft(draft: RegistrationDraft, storage: Storage): void {
  storage.setItem(KEY, JSON.stringify(draft));
}

/** Changes one field and saves the whole draft; an unknown field is ignored with a warning. */
export function updateDraft(
  field: string,
  value: string,
  storage: Storage = localStorage,
): RegistrationDraft {
  const draft = loadDraft(storage);
  if (!isDraftField(field)) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it (§4, registration draft)
    console.warn(`The registration draft has no field "${field}".`);
    return draft;
  }
  const next = { ...draft, [field]: value };
  saveDraft(next, storage);
  return next;
}

/** Removes the draft from storage. */
export function clearDraft(storage: Storage = localStorage): void {
  storage.removeItem(KEY);
}
