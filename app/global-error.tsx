"use client";

import { fontVariables } from "@/app/fonts";
import { type Failure, FailureNotice } from "@/components/shell/failure-notice";
import { readThemeChoice } from "@/components/shell/theme";
import "@/app/globals.css";

/** The last resort: the root layout itself failed, so this one brings a whole document, in the stored theme. */
export default function GlobalErrorScreen({ error }: { error: Failure }) {
  return (
    <html lang="en" data-theme={storedTheme()} className={fontVariables} suppressHydrationWarning>
      <body>
        <title>Something went wrong</title>
        <main className="grid min-h-dvh place-items-center px-4 py-10">
          <FailureNotice error={error} />
        </main>
      </body>
    </html>
  );
}

function storedTheme(): "light" | "dark" {
  const choice = readThemeChoice();
  if (choice !== "system") return choice;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
