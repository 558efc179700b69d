"use client";

import * as RadixCollapsible from "@radix-ui/react-collapsible";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** A section whose heading expands and collapses it. */
export function Collapsible({
  title,
  icon,
  defaultOpen = false,
  open,
  onOpenChange,
  children,
}: {
  title: string;
  icon?: ReactNode;
  defaultOpen?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <RadixCollapsible.Root defaultOpen={defaultOpen} open={open} onOpenChange={onOpenChange}>
      <h2 className="tracking-normal">
        <RadixCollapsible.Trigger className="group flex min-h-12 w-full items-center gap-3 rounded-field px-4 text-left font-bold font-display text-lg tracking-tight transition-colors hover:bg-sunken [&>svg]:size-5">
          {icon}
          <span className="min-w-0 flex-1">{title}</span>
          <ChevronDown
            aria-hidden
            className="shrink-0 text-ink2 transition-transform group-data-[state=open]:rotate-180"
          />
        </RadixCollapsible.Trigger>
      </h2>
      <RadixCollapsible.Content className="px-4 pt-2 pb-4 data-[state=open]:animate-fade-in">
        {children}
      </RadixCollapsible.Content>
    </RadixCollapsible.Root>
  );
}
