import type { ReactNode } from "react";
import { ThemeToggle } from "@/components/shell/theme-toggle";

/** The screens of signing in and up: one centred card, the theme toggle in the corner. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col pt-safe pb-safe">
      <header className="flex justify-end px-4 pt-4 xs:px-6">
        <ThemeToggle />
      </header>
      {/* The card sits a little above the middle, where the eye expects it, and the header's height is taken back. */}
      <main className="grid flex-1 place-items-center px-4 pt-2 pb-16 xs:px-6">{children}</main>
    </div>
  );
}
