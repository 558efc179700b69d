import { Plus } from "lucide-react";
import { Logo, LogoMark } from "@/components/brand/logo";
import { ComposeLink } from "@/components/posts/composer/composer-dialog";
import { HomeLink, NavLinks } from "@/components/shell/nav-links";
import { ProfileCard } from "@/components/shell/profile-card";
import { TAGLINE } from "@/lib/product";

/** The navigation at the left, from 768px; icons alone below 1024px. */
export function Sidebar() {
  return (
    <header className="sticky top-0 hidden h-dvh w-14 flex-col gap-4 overflow-y-auto py-6 scrollbar-none md:flex lg:w-64">
      <HomeLink className="-mt-2 flex min-h-12 items-center self-start rounded-field px-3.5 lg:px-4">
        <LogoMark className="size-7 lg:hidden" />
        <Logo className="max-lg:hidden" />
      </HomeLink>
      <nav aria-label="Main" className="flex flex-col gap-4">
        <NavLinks />
        <ComposeLink className="max-lg:px-0">
          <Plus aria-hidden />
          <span className="max-lg:sr-only">Create Post</span>
        </ComposeLink>
      </nav>
      <div className="mt-auto flex flex-col gap-3 pt-4">
        <p className="px-4 text-ink2 text-sm max-lg:hidden">{TAGLINE}</p>
        <ProfileCard />
      </div>
    </header>
  );
}
