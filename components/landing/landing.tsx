import { ArrowRight } from "lucide-react";
import { Logo } from "@/components/brand/logo";
import { LandingArt } from "@/components/landing/landing-art";
import { LandingPlace } from "@/components/landing/landing-place";
import { LegalLinks } from "@/components/legal/legal-links";
import { LanguageLinks } from "@/components/shell/language";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { ThemeToggle } from "@/components/ui/theme";
import { getText } from "@/lib/language/server";
import { LOGIN } from "@/lib/paths";
import { COLLEGE_CODES, TAGLINE } from "@/lib/product";

/** The landing page for visitors who are not signed in, after `goodbye` to who has just left. */
export async function Landing({ goodbye }: { goodbye?: string }) {
  const t = await getText();
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr] overflow-x-clip lg:grid-cols-[21fr_19fr] lg:grid-rows-1">
      <div className="flex flex-col px-6 pt-4 pb-8 xs:px-8 lg:px-[clamp(3rem,5.6vw,8rem)] lg:py-8">
        <header className="flex h-16 items-center justify-between lg:h-16">
          <Logo />
          <div className="flex items-center gap-2">
            <span className="px-2 max-[22rem]:hidden">
              <TextLink href={LOGIN}>{t("Log in")}</TextLink>
            </span>
            <ThemeToggle />
          </div>
        </header>
        <div className="flex flex-1 flex-col items-start justify-center pt-8 lg:pt-0">
          {goodbye && (
            <Alert tone="info" className="mb-6">
              {t(goodbye)}
            </Alert>
          )}
          <LandingPlace />
          <Badge tone="gold">
            {t("For {colleges} students, faculty and alumni", { colleges: COLLEGE_CODES })}
          </Badge>
          <h1 className="mt-4 max-w-[9.2em] text-[clamp(2.625rem,8vw,4.5rem)] leading-[1.05] tracking-[-0.03em] lg:text-[clamp(3.5rem,5.6vw,6rem)]">
            {t("Welcome to your campus, in one circle.")}
          </h1>
          <p className="mt-5 max-w-[30em] text-ink2 text-lg lg:text-xl lg:leading-relaxed">
            {t(
              "Find classmates, teachers and graduates, share what you make, and join the conversations that matter on campus.",
            )}
          </p>
          <ButtonLink href={LOGIN} size="lg" className="mt-7">
            {t("Get Started")}
            <ArrowRight aria-hidden />
          </ButtonLink>
        </div>
        <footer className="mt-10 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <p className="hidden text-ink2 lg:block">{t(TAGLINE)}</p>
          <div className="flex flex-wrap items-baseline gap-x-5 gap-y-2">
            <LegalLinks />
            <LanguageLinks />
          </div>
        </footer>
      </div>
      <LandingArt />
    </main>
  );
}
