import { persistedStore } from "@/lib/store/persisted-store";

/**
 * The registration draft: loaded from local storage at the start, changed field by field and saved
 * as a whole. It never holds a password: one found there is discarded.
 */

const KEY = "userRegisterData";

export const EMPTY_DRAFT = {
  collegeName: "",
  collegeId: "",
  email: "",
  name: "",
  avatar: "",
  bio: "",
  authMethod: "",
};
export type RegistrationDraft = Readonly<typeof EMPTY_DRAFT>;

const isField = (field: string) => Object.hasOwn(EMPTY_DRAFT, field);

export const registrationDraft = persistedStore<RegistrationDraft>({
  area: "local",
  keys: [KEY],
  initial: EMPTY_DRAFT,
  parse: ([text]) => (text ? parseDraft(text) : undefined),
});

/** Parses a stored draft. Removes one that cannot be parsed, and any password in it. */
function parseDraft(text: string): RegistrationDraft | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
    if (typeof stored !== "object" || stored === null || Array.isArray(stored))
      throw new TypeError("It is no object.");
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: docs/product.md, "Signing up", wants it logged
    console.error("The stored registration draft is unreadable.", error);
    localStorage.removeItem(KEY);
    return undefined;
  }
  const fields = Object.entries(stored).filter(
    ([field, value]) => isField(field) && typeof value === "string",
  );
  const draft = { ...EMPTY_DRAFT, ...Object.fromEntries(fields) };
  if ("password" in stored) localStorage.setItem(KEY, JSON.stringify(draft));
  return draft;
}

/** Changes fields and saves the whole draft. An unknown field is ignored with a warning. */
export function updateDraft(change: Partial<RegistrationDraft>): void {
  const changes = Object.entries(change).filter(([field]) => {
    // biome-ignore lint/suspicious/noConsole: docs/product.md, "Signing up", wants it logged
    if (!isField(field)) console.warn(`The registration draft has no field "${field}".`);
    return isField(field);
  });
  if (changes.length > 0) registrationDraft.setState(Object.fromEntries(changes));
}
