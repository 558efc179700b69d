import type { ReactNode } from "react";
import { ClearPendingPasswordOnUnmount } from "@/components/accounts/clear-pending-password";
import { LanguageLinks } from "@/components/shell/language";
import { ThemeToggle } from "@/components/ui/theme";

/** The screens of signing in and up: one centred card, language and theme in the corner. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col pt-safe pb-safe px-safe">
      <header className="flex items-center justify-end gap-3 px-4 pt-4 xs:px-6">
        <LanguageLinks />
        <ThemeToggle />
      </header>
      {/* Aligned to the top, not centred: a message that makes the card taller moves nothing above
          it, and the logo stays in place from step to step. */}
      <main className="flex flex-1 justify-center px-4 pt-[clamp(0.5rem,20dvh-5rem,10rem)] pb-12 md:pt-[clamp(0.5rem,14dvh-5rem,10rem)] xs:px-6">
        {children}
      </main>
      <ClearPendingPasswordOnUnmount />
    </div>
  );
}
