"use client";

import { type Ref, useEffect, useRef } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorReference } from "@/components/ui/error-reference";
import { APP_NAME } from "@/lib/product";

const TITLE = "Something went wrong";

/** Shown when the error has no message for people. */
const DEFAULT_MESSAGE = "An unexpected error occurred";

/** The error Next.js passes to an error screen. `digest` identifies a server error in the log. */
export type Failure = Error & { digest?: string };

/**
 * The error screen that replaces a page. Every page loads it with the root layout and cannot share
 * code with it, so it has a plain button: `Button` and its icons would come twice.
 */
export function FailureNotice({ error }: { error: Failure }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers continue at the heading, because the page they were on is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <title>{`${TITLE} · ${APP_NAME}`}</title>
      <FailureMessage error={error} heading={heading} />
    </>
  );
}

/** The content of the error screen: message, reference for support, and a button to reload. */
export function FailureMessage({ error, heading }: { error: Failure; heading?: Ref<HTMLHeadingElement> }) {
  return (
    <div role="alert" className="w-full max-w-md animate-rise text-center">
      <BrokenCircle />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-3xl outline-none">
        {TITLE}
      </h1>
      <p className="mt-3 text-balance break-words text-ink2">{messageOf(error)}</p>
      <div className="mt-2">
        <ErrorReference error={error} />
      </div>
      <button
        type="button"
        className={buttonStyle({ size: "lg", className: "mt-7" })}
        onClick={() => window.location.reload()}
      >
        Refresh Page
      </button>
    </div>
  );
}

/**
 * Messages that mean nothing to people: what a production build shows instead of a server's error
 * message, and errors of the chunk loader.
 */
const FOR_ENGINEERS =
  /^(An error occurred in the Server Components render|Minified React error|(Failed to load|Loading) chunk)/;

/** The error's message if it is meant for people, else a default. */
function messageOf(error: Failure): string {
  return error.message && !FOR_ENGINEERS.test(error.message) ? error.message : DEFAULT_MESSAGE;
}

/** The logo with a gap in its ring. Decorative. */
function BrokenCircle() {
  return (
    <svg viewBox="0 0 43 43" aria-hidden focusable="false" className="mx-auto size-20">
      <circle
        cx="19"
        cy="24"
        r="16"
        fill="none"
        strokeWidth="6"
        strokeDasharray="76 24.6"
        strokeLinecap="round"
        transform="rotate(-20 19 24)"
        className="stroke-brand"
      />
      <circle cx="36" cy="36" r="5" className="fill-gold" />
    </svg>
  );
}
