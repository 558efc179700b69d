import { ApiClientError, apiError } from "@/lib/api/client/api-client-error";

test("an error is identified by its code, not by its message", () => {
  const error = apiError(new ApiClientError(409, "duplicate_email", "This email is already registered."));
  expect(error?.is("duplicate_email")).toBe(true);
  expect(error?.is("conflict", "username_taken")).toBe(false);
  expect(apiError(new Error("duplicate_email"))).toBeUndefined();
});

test.each([
  ["no answer", new ApiClientError(0, "network", "Away."), [true, false, undefined]],
  ["a resource that is gone", new ApiClientError(404, "not_found", "Gone."), [false, true, "Gone."]],
  ["a proxy's error page", new ApiClientError(502, "http", "Failed."), [false, false, undefined]],
  [
    "a success with an unreadable body",
    new ApiClientError(200, "invalid_response", "?"),
    [false, false, undefined],
  ],
])("flags and message of %s", (_case, error, expected) => {
  expect([error.isOffline, error.isGone, error.serverMessage]).toEqual(expected);
});
