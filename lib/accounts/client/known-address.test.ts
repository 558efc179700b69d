import { isAlreadyRegistered, isDuplicate } from "@/lib/accounts/client/known-address";
import { ApiClientError } from "@/lib/api/client/api-client-error";

test.each([
  [409, "conflict", "That address is taken.", true, false],
  [400, "validation", "Email already in use", true, false],
  [409, "duplicate_email", "This email is already registered.", true, true],
  [400, "validation", "duplicate key", false, true],
  [400, "email_domain", "Please use a valid college email!", false, false],
])("%i %s %j: known %s, duplicate %s", (status, code, message, known, duplicate) => {
  const error = new ApiClientError(status, code, message);
  expect(isAlreadyRegistered(error)).toBe(known);
  expect(isDuplicate(error)).toBe(duplicate);
});

test("an error that is no answer says nothing of the address", () => {
  expect(isAlreadyRegistered(new Error("already"))).toBe(false);
  expect(isDuplicate(new Error("duplicate"))).toBe(false);
});
