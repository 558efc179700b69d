"use client";

import { type Ref, useEffect, useRef, useState } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { Reference } from "@/components/ui/error-reference";
import { referenceOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { APP_NAME } from "@/lib/product";

const TITLE = "Something went wrong";

/** Shown when the error has no message for people. */
const DEFAULT_MESSAGE = "An unexpected error occurred";

/** The error Next.js passes to an error screen. `digest` identifies a server error in the log. */
export type Failure = Error & { digest?: string };

/**
 * The error screen that replaces a page. The server logs its own errors; errors of the browser are
 * reported to it. Every page loads this with the root layout and cannot share code with it, so it
 * has a plain button (`Button` and its icons would come twice) and loads what reports the error.
 * Where code could not be loaded, the page reloads by itself first: it is of a release before the
 * server's, whose files are gone.
 */
export function FailureNotice({ error }: { error: Failure }) {
  const t = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [reported, setReported] = useState<string>();
  const [isReloading, setIsReloading] = useState(() => error.name === "ChunkLoadError" && navigator.onLine);
  useEffect(() => {
    if (isReloading) setIsReloading(reloadOnce());
  }, [isReloading]);
  useEffect(() => {
    if (isReloading || referenceOf(error)) return;
    import("@/lib/analytics/client/report-error").then(
      ({ reportError }) => setReported(reportError(error)),
      () => {
        // Without a connection there is nothing to report to.
      },
    );
  }, [error, isReloading]);
  // Screen readers continue at the heading, because the page they were on is gone.
  useEffect(() => {
    if (!isReloading) heading.current?.focus();
  }, [isReloading]);
  if (isReloading) return null;
  return (
    <>
      <title>{`${t(TITLE)} · ${APP_NAME}`}</title>
      <FailureMessage error={error} reference={reported} heading={heading} />
    </>
  );
}

/** The content of the error screen: message, reference for support, and a button to reload. */
export function FailureMessage({
  error,
  reference = referenceOf(error),
  heading,
}: {
  error: Failure;
  reference?: string | undefined;
  heading?: Ref<HTMLHeadingElement>;
}) {
  const t = useTranslate();
  return (
    <div role="alert" className="w-full max-w-md animate-rise text-center">
      <BrokenCircle />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-3xl outline-none">
        {t(TITLE)}
      </h1>
      <p className="mt-3 text-balance break-words text-ink2">{t(messageOf(error))}</p>
      <div className="mt-2">
        <Reference id={reference} />
      </div>
      <button
        type="button"
        className={buttonStyle({ size: "lg", className: "mt-7" })}
        onClick={() => window.location.reload()}
      >
        {t("Refresh Page")}
      </button>
    </div>
  );
}

/**
 * The error's message, or a default where it means nothing to people: for an error of the server's
 * rendering, whose message a production build hides, of the chunk loader, and of React itself,
 * which has neither a code nor a name of its own.
 */
function messageOf({ message, name, digest }: Failure): string {
  const isForEngineers =
    digest !== undefined || name === "ChunkLoadError" || message.startsWith("Minified React error");
  return isForEngineers ? DEFAULT_MESSAGE : message || DEFAULT_MESSAGE;
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

const RELOADED_AT = "reloadedAt";
/** What fails again this soon, reloading does not mend. */
const AGAIN_AFTER_MS = 60_000;

/**
 * Reloads the page, unless this tab did so within the last minute. Returns whether it does. Without
 * storage it never does, because it could not tell and might go on for ever.
 */
export function reloadOnce(): boolean {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - reloadedAt < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    return false;
  }
  page.reload();
  return true;
}

/** Tests replace it, because jsdom reloads no page. */
export const page = { reload: () => window.location.reload() };
