/** Messages of signing up and in that more than one place uses. */
export const INVALID_EMAIL = "Please enter a valid email address.";
export const NO_COLLEGE_EMAIL = "Please use a valid college email!";
export const ALREADY_REGISTERED = "This email is already registered. Please log in instead.";
export const PASSWORD_MISSING = "Please enter your password.";
export const INVALID_CODE = "Invalid verification code. Please try again.";
export const NO_SESSION = "Missing token or user ID. Please log in again.";
