import { Plus } from "lucide-react";
import { Logo } from "@/components/brand/logo";
import { ComposeButton } from "@/components/posts/composer/composer-dialog";
import { HomeLink, NavLinks } from "@/components/shell/nav-links";
import { ProfileCard } from "@/components/shell/profile-card";
import { ThemeToggle } from "@/components/ui/theme";
import { getText } from "@/lib/language/server";
import { TAGLINE } from "@/lib/product";

/** The navigation at the left, from 768px. */
export async function Sidebar() {
  const t = await getText();
  return (
    <header className="sticky top-0 hidden h-dvh w-64 flex-col gap-4 overflow-y-auto py-6 scrollbar-none md:not-print:flex md:max-lg:pl-4 short:gap-3 short:py-4">
      <HomeLink className="-mt-2 flex min-h-12 items-center self-start rounded-field px-4">
        <Logo />
      </HomeLink>
      <nav aria-label={t("Main")} className="flex flex-col gap-4 short:gap-3">
        <NavLinks />
        {/* On a phone held sideways the links scroll behind it. */}
        <div className="short:sticky short:bottom-0 short:bg-bg">
          <ComposeButton>
            <Plus aria-hidden />
            {t("Create Post")}
          </ComposeButton>
        </div>
      </nav>
      <div className="mt-auto flex flex-col gap-3 pt-4 short:pt-0">
        <p className="px-4 text-ink2 text-sm short:hidden">{t(TAGLINE)}</p>
        <ProfileCard>
          <ThemeToggle />
        </ProfileCard>
      </div>
    </header>
  );
}
