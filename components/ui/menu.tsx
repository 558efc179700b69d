"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import * as DropdownMenu from "radix-ui/dropdown-menu";
import { type FocusEvent, type ReactNode, useRef, useState } from "react";
import { useBackToClose } from "@/lib/dom/back";
import { useLongPress } from "@/lib/dom/touch";

const SHAPE =
  "flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-lg px-3 font-medium outline-none data-[disabled]:pointer-events-none data-[disabled]:opacity-50 [&_svg]:size-5 [&_svg]:shrink-0";
const ITEM = `${SHAPE} text-ink data-[highlighted]:bg-sunken [&_svg]:text-ink2`;
const DANGER_ITEM = `${SHAPE} text-danger data-[highlighted]:bg-danger-soft`;

/**
 * The closest of these contains an open menu, so that it is in the same landmark or dialog as its
 * button for screen readers.
 */
const CONTAINERS = "[role=dialog], [role=alertdialog], main";

/** A menu below its `trigger`, a button. Arrow keys move, letters jump to an item, Back closes. */
export function Menu({
  trigger,
  align = "end",
  defaultOpen = false,
  longPressOn = null,
  children,
}: {
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  /** Open on mount, for a menu whose code is loaded by the press on its button. */
  defaultOpen?: boolean;
  /** A long press of a finger on it opens the menu, too. */
  longPressOn?: HTMLElement | null;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  useBackToClose(isOpen, () => setIsOpen(false));
  useLongPress(longPressOn, () => setIsOpen(true));
  const [button, setButton] = useState<HTMLElement | null>(null);
  // Radix focuses the first item when a key opens the menu, but not if the key was pressed before
  // the code was loaded.
  const awaitsFocus = useRef(defaultOpen);
  const handleFocus = ({ currentTarget: menu }: FocusEvent<HTMLElement>) => {
    if (awaitsFocus.current && menu.matches(":focus-visible")) {
      menu.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
    }
    awaitsFocus.current = false;
  };
  return (
    // Not modal, so that the page behind can scroll and does not lose its scroll bar.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <DropdownMenu.Trigger asChild ref={setButton}>
        {trigger}
      </DropdownMenu.Trigger>
      {button && (
        <DropdownMenu.Portal container={button.closest<HTMLElement>(CONTAINERS)}>
          <DropdownMenu.Content
            align={align}
            onFocus={handleFocus}
            sideOffset={6}
            collisionPadding={12}
            className="z-50 min-w-52 max-w-[calc(100vw-1.5rem)] origin-(--radix-dropdown-menu-content-transform-origin) rounded-card border border-line bg-surface p-1.5 shadow-float data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
          >
            {children}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      )}
    </DropdownMenu.Root>
  );
}

/** An action. `onSelect` runs on a press, Enter or Space, and the menu closes. */
export function MenuItem({
  icon,
  danger = false,
  disabled,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item disabled={disabled} onSelect={onSelect} className={danger ? DANGER_ITEM : ITEM}>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </DropdownMenu.Item>
  );
}

/** A link in a menu. */
export function MenuLink({ icon, href, children }: { icon?: ReactNode; href: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link href={href} className={ITEM}>
        {icon}
        <span className="min-w-0 flex-1">{children}</span>
      </Link>
    </DropdownMenu.Item>
  );
}

/** A group of options, with a check mark at the selected one. */
export function MenuChoices<Value extends string>({
  value,
  options,
  onChange,
}: {
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className={ITEM}>
          {option.icon}
          <span className="min-w-0 flex-1">{option.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
