"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { goBack } from "@/lib/dom/back";
import { useTranslate } from "@/lib/language/translate";
import { HOME } from "@/lib/paths";

/** On phones it stays in sight, as the one bar at the top once the app's has scrolled away. */
export const PAGE_HEADER =
  "flex min-h-14 items-center gap-x-1 px-1.5 max-md:top-[env(safe-area-inset-top)] max-md:z-20 max-md:border-line max-md:border-b max-md:bg-surface max-md:tall:sticky md:-mt-1 md:min-h-11 md:px-0";

/** Its height, in pixels. */
const HEIGHT_PX = 56;

type Props = {
  title: ReactNode;
  /**
   * The page has its heading further down. On phones the title then shows once that has scrolled
   * away.
   */
  isHeadingBelow?: boolean;
  /** Instead of going back. */
  onBack?: () => void;
  /** What is next to the title. */
  badge?: ReactNode;
  /** At the end of the row. */
  children?: ReactNode;
};

/**
 * The head of a page that another one led to: an arrow that goes back, or to the feed where that
 * would leave the app, and the title. At the same place on every page.
 */
export function PageHeader({ title, isHeadingBelow = false, onBack, badge, children }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const isHeadingInSight = useHeadingInSight(isHeadingBelow);
  const Title = isHeadingBelow ? "p" : "h1";
  return (
    <header className={cx(PAGE_HEADER, "flex-wrap print:hidden")}>
      {/* Large text moves what is at the end below the title. */}
      <div className="flex min-w-[min(100%,9rem)] flex-1 basis-0 items-center gap-1">
        <IconButton
          label={t("Back")}
          onClick={onBack ?? (() => goBack() || router.push(HOME))}
          className="text-ink! md:-ml-3.5"
        >
          <ArrowLeft />
        </IconButton>
        <Title
          className={cx(
            "min-w-0 truncate font-bold font-display text-xl tracking-[-0.02em] transition-opacity md:text-2xl",
            isHeadingBelow && isHeadingInSight && "max-md:opacity-0",
          )}
        >
          {title}
        </Title>
        {badge}
      </div>
      <div className="ml-auto flex shrink-0 items-center md:gap-3">{children}</div>
    </header>
  );
}

/** Whether the page's heading is below the header, and not behind it. */
function useHeadingInSight(isHeadingBelow: boolean): boolean {
  const [isInSight, setIsInSight] = useState(true);
  useEffect(() => {
    const main = isHeadingBelow && document.querySelector("main");
    if (!main) return;
    const observer = new IntersectionObserver(
      ([entry]) => setIsInSight(!entry || entry.isIntersecting || entry.boundingClientRect.top > HEIGHT_PX),
      { rootMargin: `-${HEIGHT_PX}px 0px 0px` },
    );
    // It comes with what loads below, and another one takes its place.
    let heading: Element | null = null;
    const follow = () => {
      const found = main.querySelector("h1");
      if (found === heading) return;
      heading = found;
      observer.disconnect();
      if (found) observer.observe(found);
    };
    follow();
    const changes = new MutationObserver(follow);
    changes.observe(main, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      observer.disconnect();
    };
  }, [isHeadingBelow]);
  return isInSight;
}
