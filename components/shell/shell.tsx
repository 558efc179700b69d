import type { ReactNode } from "react";
import { BottomBar } from "@/components/shell/bottom-bar";
import { LateLayer } from "@/components/shell/late-layer";
import { Rail, SkipLink, SkipToRail } from "@/components/shell/rail";
import { Sidebar } from "@/components/shell/sidebar";
import { TopBar } from "@/components/shell/top-bar";
import { getText } from "@/lib/language/server";

const MAIN_ID = "main";
const RAIL_ID = "around-campus";

/**
 * The layout of all campus screens. On desktop: sidebar, a column of at most 600px and, at 768px,
 * of 480, and a rail if there is room, which a screen marked `data-wide` covers; one of two panes
 * (`data-panes`) takes all the room there is next to the sidebar, and the queue of moderation next
 * to a case (`data-desk`) all the height from 1200px on. The sidebar is at the same place on
 * every screen. On phones: a top bar, the full-width column, and a bottom bar.
 */
export async function Shell({ rail, children }: { rail?: ReactNode; children: ReactNode }) {
  const t = await getText();
  return (
    <>
      <SkipLink to={MAIN_ID}>{t("Skip to main content")}</SkipLink>
      <SkipToRail to={RAIL_ID} />
      <TopBar />
      <div className="mx-auto md:not-print:grid md:max-rail:grid-cols-[16rem_minmax(0,1fr)] rail:justify-center md:gap-4 md:pr-[max(1rem,env(safe-area-inset-right))] md:pl-[env(safe-area-inset-left)] lg:gap-8 lg:pr-[max(1.5rem,env(safe-area-inset-right))] lg:pl-[max(1.5rem,env(safe-area-inset-left))] rail:grid-cols-[16rem_minmax(0,37.5rem)_20rem]">
        <Sidebar />
        <main
          id={MAIN_ID}
          tabIndex={-1}
          // The padding at the bottom is for the phone's bottom bar.
          className="min-w-0 md:max-rail:not-has-data-panes:mx-auto md:max-rail:not-has-data-panes:w-full md:max-rail:not-has-data-panes:max-w-150 pb-[calc(4.75rem+env(safe-area-inset-bottom))] outline-none max-md:px-safe md:py-6 md:has-data-panes:flex md:has-data-panes:h-dvh md:has-data-panes:flex-col rail:has-data-wide:col-span-2 rail:has-data-desk:flex rail:has-data-desk:h-dvh rail:has-data-desk:flex-col"
        >
          <LateLayer />
          {children}
        </main>
        <Rail id={RAIL_ID}>{rail}</Rail>
      </div>
      <BottomBar />
    </>
  );
}
