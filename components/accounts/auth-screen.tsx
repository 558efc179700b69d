import type { ReactNode } from "react";
import { LogoMark } from "@/components/brand/logo";
import { TextLink } from "@/components/ui/link";
import { LOGIN, SELECT_COLLEGE } from "@/lib/paths";

/**
 * The frame of every auth screen: logo, heading, a card with one primary action, and a footer with
 * other ways on.
 */
export function AuthScreen({
  title,
  subtitle,
  footer,
  children,
}: {
  title: string;
  subtitle: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="w-full max-w-100 animate-rise">
      <div className="flex flex-col items-center text-center">
        <LogoMark className="size-11" />
        <h1 className="mt-6 text-3xl">{title}</h1>
        <p className="mt-2 text-balance text-ink2">{subtitle}</p>
      </div>
      <div className="card mt-8 flex flex-col gap-4 p-6 xs:p-7">{children}</div>
      {footer && <div className="mt-5 text-center text-ink2">{footer}</div>}
    </div>
  );
}

/* The ways on between signing in and signing up, for the footer. */

/** `onSignUp` is called when the visitor goes on to signing up. */
export const NewHere = ({ onSignUp }: { onSignUp?: () => void }) => (
  <>
    New here?{" "}
    <TextLink href={SELECT_COLLEGE} onClick={onSignUp}>
      Create new account
    </TextLink>
  </>
);

export const AlreadyHere = () => (
  <>
    Already have an account? <TextLink href={LOGIN}>Log in</TextLink>
  </>
);
