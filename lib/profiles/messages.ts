/** Messages about people and profiles that are used in more than one place. */
export const OTHER_COLLEGE = "Please choose the college of your email address.";
export const COLLEGE_ID_MISSING = "Please enter your College ID.";
