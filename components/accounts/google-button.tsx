"use client";

import { useEffect, useId, useRef, useState } from "react";
import {
  drawGoogleButton,
  type GoogleSetup,
  loadGoogleIdentity,
  onGoogleCredential,
} from "@/components/accounts/google-identity";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { useTheme } from "@/components/ui/theme";
import { useTranslate } from "@/lib/language/translate";

/**
 * Sign-in with Google. Google's terms require its own button. Ours looks alike, holds the place
 * while Google's loads, and stays with an explanation if that fails. `onCredential` gets Google's
 * answer; closing Google's window calls nothing.
 */
export function GoogleButton({
  setup,
  isPending,
  onCredential,
}: {
  setup: GoogleSetup | null;
  /** A credential is being exchanged. */
  isPending: boolean;
  onCredential: (credential: string | undefined) => void;
}) {
  if (!setup) return <NotSetUp />;
  return <GoogleSignIn {...setup} isPending={isPending} onCredential={onCredential} />;
}

/** Not `disabled`, so that keyboard and screen reader users reach the explanation too. */
function NotSetUp() {
  const t = useTranslate();
  const reasonId = useId();
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        aria-disabled
        aria-describedby={reasonId}
        className={buttonStyle({
          variant: "secondary",
          size: "lg",
          wide: true,
          className: "cursor-not-allowed text-ink2 hover:border-line hover:bg-surface",
        })}
      >
        <Label />
      </button>
      <p id={reasonId} className="text-balance text-center text-ink2 text-sm">
        {t("Google sign-in isn't set up here. Please use your email.")}
      </p>
    </div>
  );
}

type State = "loading" | "google" | "own" | "failed";

/** Google draws its button 40px tall; ours are 48. */
const SCALE = 1.2;

function GoogleSignIn({
  clientId,
  script,
  isPending,
  onCredential,
}: GoogleSetup & {
  isPending: boolean;
  onCredential: (credential: string | undefined) => void;
}) {
  const t = useTranslate();
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>("loading");
  const [attempt, setAttempt] = useState(0);
  // Our button looks ready from the first paint and shows a spinner only if pressed too early.
  const [isPressedEarly, setPressedEarly] = useState(false);
  const { theme } = useTheme();

  useEffect(() => onGoogleCredential(({ credential }) => onCredential(credential)), [onCredential]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt runs it again
  useEffect(() => {
    let current = true;
    const space = container.current?.parentElement;
    let drawnFor: number | undefined;
    const show = async () => {
      try {
        const google = await loadGoogleIdentity({ clientId, script });
        if (!current || !container.current || !space || space.clientWidth === drawnFor) return;
        drawnFor = space.clientWidth;
        const width = drawnFor / SCALE;
        const isDrawn = drawGoogleButton(google, container.current, { width, dark: theme === "dark" });
        setState(isDrawn ? "google" : "own");
      } catch {
        // Blocked or offline: the message below shows it, and signing in by email still works.
        if (current) setState("failed");
      }
    };
    void show();
    // A button of Google's has one width for good.
    const observer = new ResizeObserver(() => void show());
    if (space) observer.observe(space);
    return () => {
      current = false;
      observer.disconnect();
    };
  }, [clientId, script, theme, attempt]);

  const press = async () => {
    if (state === "loading") setPressedEarly(true);
    else if (state === "failed") {
      setPressedEarly(true);
      setState("loading");
      setAttempt((count) => count + 1);
    } else if (state === "own") (await loadGoogleIdentity({ clientId, script })).prompt();
  };

  const showsGoogle = state === "google" && !isPending;
  return (
    <div className="flex flex-col gap-2">
      <div className="relative min-h-12">
        {!showsGoogle && (
          <Button
            variant="secondary"
            size="lg"
            wide
            isPending={isPending || (state === "loading" && isPressedEarly)}
            onClick={() => void press()}
          >
            <Label />
          </Button>
        )}
        {/* The light scheme stops browsers from painting Google's frame white in the dark theme. */}
        <div
          ref={container}
          data-google-button
          style={{ scale: String(SCALE), colorScheme: "light" }}
          className={showsGoogle ? "absolute inset-0 grid place-items-center" : "invisible absolute inset-0"}
        />
      </div>
      <p aria-live="polite" className="text-center text-ink2 text-sm empty:hidden">
        {state === "failed" &&
          t("Google sign-in couldn't be loaded. Check your connection, or use your email below.")}
      </p>
    </div>
  );
}

function Label() {
  const t = useTranslate();
  return (
    <span className="inline-flex items-center gap-2.5">
      <GoogleMark />
      {t("Continue with Google")}
    </span>
  );
}

/* Google's own colours: its brand rules forbid recolouring. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden focusable="false">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62Z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18Z"
      />
      <path fill="#fbbc05" d="M3.96 10.71a5.41 5.41 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33Z" />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58Z"
      />
    </svg>
  );
}
