import type { ReactNode } from "react";
import { Logo } from "@/components/brand/logo";
import { cx } from "@/components/ui/cx";
import { ThemeToggle } from "@/components/ui/theme";
import { APP_NAME } from "@/lib/product";

/** A page outside the shell. Its content is centred, or starts at the top with `top`. */
export function FullPage({ top = false, children }: { top?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col pt-safe pb-safe px-safe">
      <header className="flex items-center justify-between gap-4 px-4 pt-4 xs:px-6 print:hidden">
        {/* Not `next/link`: the error screen uses this header, and would add that code to every page. */}
        <a href="/" aria-label={APP_NAME} className="inline-flex min-h-11 items-center rounded-field">
          <Logo />
        </a>
        <ThemeToggle />
      </header>
      <main
        className={cx(
          "grid flex-1 grid-cols-[minmax(0,1fr)] justify-items-center px-4 pt-4 pb-20 xs:px-6",
          !top && "items-center",
        )}
      >
        {children}
      </main>
    </div>
  );
}
