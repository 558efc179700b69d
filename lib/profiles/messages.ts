/** Messages about people and profiles that are used in more than one place. */
export const COLLEGE_ID_MISSING = "Please enter your College ID.";
