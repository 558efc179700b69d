/**
 * The documents that everyone agrees to: the guidelines, the privacy notice and the terms. Their
 * texts are the Markdown files beside this one.
 */

export const LEGAL_DOCUMENTS = ["guidelines", "privacy", "terms"] as const;
export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number];

export const LEGAL_TITLES: Record<LegalDocumentName, string> = {
  guidelines: "Community guidelines",
  privacy: "Privacy notice",
  terms: "Terms of use",
};

export const PRIVACY_TITLE_HINDI = "निजता सूचना";

/**
 * The version of all three, and its day. A change of what they say raises both: members are
 * then asked to agree again.
 */
export const LEGAL_VERSION = "1.0";
export const LEGAL_DATE = "22 November 2026";

/** Whether someone is asked to agree. A suspended person can change nothing, so not until then. */
export const needsAgreement = (me: { agreedVersion: string; suspension: unknown }): boolean =>
  me.agreedVersion !== LEGAL_VERSION && !me.suspension;
