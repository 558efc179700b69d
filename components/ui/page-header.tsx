"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { goBack } from "@/lib/dom/back";
import { HOME } from "@/lib/paths";

type Props = {
  title: ReactNode;
  /** The page has its heading further down. */
  isHeadingBelow?: boolean;
  /** Instead of going back. */
  onBack?: () => void;
  /** Beside the title. */
  badge?: ReactNode;
  /** At the end of the row. */
  children?: ReactNode;
};

/**
 * The head of a page that another one led to: an arrow that goes back, or to the feed where that
 * would leave the app, and the title. At the same place on every page.
 */
export function PageHeader({ title, isHeadingBelow = false, onBack, badge, children }: Props) {
  const router = useRouter();
  const Title = isHeadingBelow ? "p" : "h1";
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-1 px-1.5 md:-mt-1 md:min-h-11 md:px-0">
      {/* Large text moves what stands at the end below the title. */}
      <div className="flex min-w-[min(100%,9rem)] flex-1 basis-0 items-center gap-1">
        <IconButton
          label="Back"
          onClick={onBack ?? (() => goBack() || router.push(HOME))}
          className="text-ink! md:-ml-3.5"
        >
          <ArrowLeft />
        </IconButton>
        <Title className="min-w-0 truncate font-bold font-display text-xl tracking-[-0.02em] md:text-2xl">
          {title}
        </Title>
        {badge}
      </div>
      <div className="ml-auto flex shrink-0 items-center md:gap-3">{children}</div>
    </header>
  );
}
