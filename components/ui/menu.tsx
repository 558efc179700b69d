"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import * as DropdownMenu from "radix-ui/dropdown-menu";
import { type FocusEvent, type ReactNode, useRef, useState } from "react";

const SHAPE =
  "flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-lg px-3 font-medium outline-none data-[disabled]:pointer-events-none data-[disabled]:opacity-50 [&_svg]:size-5 [&_svg]:shrink-0";
const ITEM = `${SHAPE} text-ink data-[highlighted]:bg-sunken [&_svg]:text-ink2`;
const DANGER_ITEM = `${SHAPE} text-danger data-[highlighted]:bg-danger-soft`;

/**
 * Where an open menu belongs: with its button, so that whoever walks by landmarks or inside a
 * dialog comes upon it.
 */
const SURROUNDINGS = "[role=dialog], [role=alertdialog], main";

/**
 * A list of actions below the button that opens it. `trigger` is one button; arrow keys move,
 * letters jump.
 */
export function Menu({
  trigger,
  align = "end",
  defaultOpen = false,
  children,
}: {
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  /** Opens at once: for a menu whose code was loaded by the press on its button. */
  defaultOpen?: boolean;
  children: ReactNode;
}) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  // Radix goes to the first item when a key opened the menu, but not when the key was pressed
  // before its code was here.
  const awaitsFocus = useRef(defaultOpen);
  const enter = ({ currentTarget: menu }: FocusEvent<HTMLElement>) => {
    if (awaitsFocus.current && menu.matches(":focus-visible")) {
      menu.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
    }
    awaitsFocus.current = false;
  };
  return (
    // Not modal: the page behind keeps scrolling, and its scroll bar stays.
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild ref={setButton}>
        {trigger}
      </DropdownMenu.Trigger>
      {button && (
        <DropdownMenu.Portal container={button.closest<HTMLElement>(SURROUNDINGS)}>
          <DropdownMenu.Content
            align={align}
            onFocus={enter}
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

/** One action. `onSelect` runs after a press, Enter or Space; the menu closes by itself. */
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

/** A place to go to. */
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

/** One choice of several, with a tick at the one that holds. */
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
