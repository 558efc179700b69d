import type { ReactNode } from "react";
import { LogoMark } from "@/components/brand/logo";

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
