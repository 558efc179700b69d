/** @jest-environment jsdom */
import { render } from "@testing-library/react";
import { ApiClientError, apiError, messageOf } from "@/lib/api/client/api-client-error";
import type { Language } from "@/lib/language/languages";
import { LanguageProvider } from "@/lib/language/translate";
import type { Messages } from "@/lib/language/translator";

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

describe("in a language that has translations", () => {
  const tooOften =
    "That was too often. Please try again in {minutes, plural, one {# minute} other {# minutes}}.";
  const failedIn = (code: string, message: string, retryAfter?: number) =>
    messageOf(new ApiClientError(429, code, message, { retryAfter }));

  function speak(language: Language, messages: Messages) {
    render(
      <LanguageProvider language={language} messages={messages}>
        {null}
      </LanguageProvider>,
    );
  }
  beforeEach(() =>
    speak("hi", {
      "Not found.": "नहीं मिला।",
      [tooOften]: "कृपया {minutes, plural, one {# मिनट} other {# मिनट}} बाद फिर कोशिश करें।",
    }),
  );
  afterEach(() => speak("en", {}));

  test("an error says its sentence, or what its code means, or what the server said", () => {
    expect(failedIn("not_found", "Not found.")).toBe("नहीं मिला।");
    expect(failedIn("rate_limited", "Please try again in 2 minutes.", 61)).toBe(
      "कृपया 2 मिनट बाद फिर कोशिश करें।",
    );
    expect(failedIn("username_taken", "@{ravi} is taken.")).toBe("@{ravi} is taken.");
  });

  test("English has the server's message, whatever the code", () => {
    speak("en", {});
    expect(failedIn("rate_limited", "Please try again in {2} minutes.", 61)).toBe(
      "Please try again in {2} minutes.",
    );
  });
});
