"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useTransition } from "react";
import { LogoMark } from "@/components/brand/logo";
import { AgreementLine } from "@/components/legal/legal-links";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { hasCompleteStoredProfile } from "@/lib/accounts/client/queries";
import { renewSession } from "@/lib/api/client/session";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { HOME, LOGIN, SELECT_COLLEGE } from "@/lib/paths";
import { forgetStoredSession } from "@/lib/sessions/client/stored-session";

/** The steps of signing up that ask for something, from the college to the picture. */
const STEPS = 6;

/**
 * The frame of every auth screen: logo, heading, a card with one primary action, and a footer with
 * other ways on. From the second step on the logo is small, so that the fields stay in sight above
 * a phone's keyboard.
 */
export function AuthScreen({
  title,
  subtitle,
  back,
  step,
  footer,
  agreement = false,
  children,
}: {
  title: string;
  subtitle: ReactNode;
  /** Where ← goes: the step before this one. */
  back?: string;
  /** Which step of signing up this is, from 1. */
  step?: number | undefined;
  footer?: ReactNode;
  /** Whether going on from here can make an account. */
  agreement?: boolean;
  children: ReactNode;
}) {
  const t = useTranslate();
  const isFirst = back === undefined || step === 1;
  return (
    <div className="w-full max-w-100 animate-rise">
      {back !== undefined && (
        <div className="-mt-2 mb-4 flex min-h-11 items-center gap-2 [@media(min-height:44rem)]:max-md:-mt-14">
          <Link
            href={back}
            replace
            aria-label={t("Back")}
            title={t("Back")}
            className="-ml-2 inline-grid size-11 shrink-0 place-items-center rounded-full text-ink2 hover:bg-sunken hover:text-ink [&_svg]:size-5"
          >
            <ArrowLeft aria-hidden />
          </Link>
          <div className="min-w-0 flex-1">{step !== undefined && <Progress step={step} />}</div>
          <span className="grid w-9 shrink-0 place-items-center">
            {!isFirst && <LogoMark className="size-7" />}
          </span>
        </div>
      )}
      <div className="flex flex-col items-center text-center">
        {isFirst && <LogoMark className="mb-6 size-11" />}
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-2 text-balance text-ink2">{subtitle}</p>
      </div>
      <div className="card mt-8 flex flex-col gap-4 p-6 xs:p-7">{children}</div>
      {footer && <div className="mt-5 text-center text-ink2">{footer}</div>}
      {agreement && <AgreementLine />}
    </div>
  );
}

/** How far signing up is. */
function Progress({ step }: { step: number }) {
  const t = useTranslate();
  const text = t("Step {step} of {steps}", { step, steps: STEPS });
  return (
    <div
      role="progressbar"
      aria-label={t("Signing up")}
      aria-valuemin={1}
      aria-valuemax={STEPS}
      aria-valuenow={step}
      aria-valuetext={text}
    >
      <p className="text-center font-semibold text-ink2 text-sm">{text}</p>
      <div className="mx-auto mt-1.5 h-1.5 max-w-48 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-brand" style={{ width: `${(step / STEPS) * 100}%` }} />
      </div>
    </div>
  );
}

/* The ways on between signing in and signing up, for the footer. */

/**
 * `onSignUp` is called when the visitor goes on to signing up. `asButton` for people who are likely
 * to need it.
 */
export function NewHere({ onSignUp, asButton = false }: { onSignUp?: () => void; asButton?: boolean }) {
  const t = useTranslate();
  if (!asButton) {
    return (
      <Rich
        text="New here? <link>Create new account</link>"
        components={{ link: <TextLink href={SELECT_COLLEGE} onClick={onSignUp} /> }}
      />
    );
  }
  return (
    <>
      <p className="mb-2">{t("New here?")}</p>
      <ButtonLink href={SELECT_COLLEGE} onClick={onSignUp} variant="secondary" size="lg" wide>
        {t("Create new account")}
      </ButtonLink>
    </>
  );
}

export const AlreadyHere = () => (
  <Rich
    text="Already have an account? <link>Log in</link>"
    components={{ link: <TextLink href={LOGIN} /> }}
  />
);

/** Interval between checks of the stored profile, in milliseconds. */
const CHECK_MS = 1000;

/**
 * Leaves an auth screen for `target` as soon as a complete profile is stored, by this tab or
 * another. With `enabled` false it waits: a screen that navigates by itself must not be overtaken.
 * The check goes on when the navigation ends here, because the server has led back.
 */
export function useProfileRedirect(target: string = HOME, enabled = true): void {
  const router = useRouter();
  const [isLeaving, startTransition] = useTransition();
  /**
   * This screen has renewed the session. If it is redirected back even so, the browser stores no
   * cookies.
   */
  const hasRenewed = useRef(false);

  useEffect(() => {
    if (!enabled || isLeaving || hasRenewed.current) return;
    let current = true;
    let busy = false;
    // A person with a valid page cookie would not have been shown this screen. Without a new
    // cookie, the next page would send them straight back here, once a second.
    let needsCookie = hasCompleteStoredProfile();

    const check = async () => {
      if (busy || !hasCompleteStoredProfile()) return;
      busy = true;
      if (needsCookie) {
        try {
          hasRenewed.current = (await renewSession()) !== undefined;
          if (!hasRenewed.current) forgetStoredSession();
          needsCookie = false;
        } catch {
          // Unreachable: the next check tries again.
        }
        if (needsCookie || !hasCompleteStoredProfile()) {
          busy = false;
          return;
        }
      }
      if (current) startTransition(() => router.replace(target));
    };
    void check();
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [router, target, enabled, isLeaving]);
}
