import type { Language } from "@/lib/language/languages";

/**
 * The documents that everyone agrees to: the guidelines, the privacy notice and the terms. Their
 * texts are the Markdown files next to this one.
 */

export const LEGAL_DOCUMENTS = ["guidelines", "privacy", "terms"] as const;
export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number];

/** What has a page: these, and the accessibility statement, which no one has to agree to. */
export const LEGAL_PAGES = [...LEGAL_DOCUMENTS, "accessibility"] as const;
export type LegalPageName = (typeof LEGAL_PAGES)[number];

export const LEGAL_TITLES: Record<Language, Record<LegalPageName, string>> = {
  en: {
    guidelines: "Community guidelines",
    privacy: "Privacy notice",
    terms: "Terms of use",
    accessibility: "Accessibility statement",
  },
  hi: {
    guidelines: "समुदाय के दिशानिर्देश",
    privacy: "निजता सूचना",
    terms: "उपयोग की शर्तें",
    accessibility: "सुलभता विवरण",
  },
};

/**
 * Where a page is read in a language. The address decides, so that a link shows the same to all.
 * The accessibility statement is there in English alone.
 */
export const legalPath = (name: LegalPageName, language: Language): string =>
  language === "hi" && name !== "accessibility" ? `/${name}/hindi` : `/${name}`;

/**
 * The version of all three, and its day. A change of what they say raises both: members are
 * then asked to agree again.
 */
export const LEGAL_VERSION = "1.0";
export const LEGAL_DATE = "28 November 2026";
/** When someone last looked whether the accessibility statement is true. */
export const ACCESSIBILITY_DATE = "26 November 2026";

/** Whether someone is asked to agree. A suspended person can change nothing, so not until then. */
export const needsAgreement = (me: { agreedVersion: string; suspension: unknown }): boolean =>
  me.agreedVersion !== LEGAL_VERSION && !me.suspension;
