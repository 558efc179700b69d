"use client";

import { RotateCw } from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ErrorReference } from "@/components/ui/error-reference";
import { APP_NAME } from "@/lib/product";

/** The title of the specification (§2). */
const TITLE = "Something went wrong";

/** The sentence of the specification (§8) when a failure has none of its own. */
const UNEXPECTED = "An unexpected error occurred";

/** What Next.js hands an error screen. `digest` finds a failure of the server in its log. */
export type Failure = Error & { digest?: string };

/** An error screen in place of what a person was looking at. */
export function FailureNotice({ error }: { error: Failure }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The page a person was on is gone: the heading is where reading goes on.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <title>{`${TITLE} · ${APP_NAME}`}</title>
      <FailureMessage error={error} heading={heading} />
    </>
  );
}

/**
 * What an error screen says: what happened, a reference for whoever helps, and the way to try
 * again.
 */
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
      <Button size="lg" className="mt-7" onClick={() => window.location.reload()}>
        <RotateCw aria-hidden />
        Refresh Page
      </Button>
    </div>
  );
}

/**
 * What says nothing to a person: the words of a production build in place of a server's message,
 * which it keeps to itself, and those of a loader whose file did not arrive.
 */
const FOR_ENGINEERS =
  /^(An error occurred in the Server Components render|Minified React error|(Failed to load|Loading) chunk)/;

/** The error's own message, where it has one for people. */
function messageOf(error: Failure): string {
  return error.message && !FOR_ENGINEERS.test(error.message) ? error.message : UNEXPECTED;
}

/** The mark with a gap in its ring. Decoration. */
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
