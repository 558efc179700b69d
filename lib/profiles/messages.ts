/** Sentences about people and profiles that more than one place says. */
export const COLLEGE_ID_MISSING = "Please enter your College ID.";
