"use client";

import { fontVariables } from "@/app/fonts";
import { Logo } from "@/components/brand/logo";
import { type Failure, FailureNotice } from "@/components/shell/failure-notice";
import { ThemeSync, ThemeToggle } from "@/components/ui/theme";
import "@/app/globals.css";

/** The last resort when the root layout fails: a whole document, in the stored theme. */
export default function GlobalErrorScreen({ error }: { error: Failure }) {
  return (
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      </head>
      <body className="flex flex-col pt-safe pb-safe px-safe">
        <ThemeSync />
        <header className="flex items-center justify-between gap-4 px-4 pt-4 xs:px-6">
          <Logo />
          <ThemeToggle />
        </header>
        <main className="grid flex-1 place-items-center px-4 pt-4 pb-20">
          <FailureNotice error={error} />
        </main>
      </body>
    </html>
  );
}
