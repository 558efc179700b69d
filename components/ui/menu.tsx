"use client";

import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import Link from "next/link";
import { type FocusEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { SCRIM, SheetHandle } from "@/components/ui/sheet";
import { useBackToClose } from "@/lib/dom/back";
import { isPhone } from "@/lib/dom/screen-hooks";
import { useLongPress, useSheetDrag } from "@/lib/dom/touch";

const SHAPE =
  "flex min-h-12 w-full cursor-pointer select-none items-center gap-3 rounded-lg px-3 font-medium outline-none md:min-h-11 data-[disabled]:pointer-events-none data-[disabled]:opacity-50 [&_svg]:size-5 [&_svg]:shrink-0";
const ITEM = `${SHAPE} text-ink data-[highlighted]:bg-sunken [&_svg]:text-ink2`;
const DANGER_ITEM = `${SHAPE} text-danger data-[highlighted]:bg-danger-soft`;

/**
 * The closest of these contains an open menu, so that it is in the same landmark or dialog as its
 * button for screen readers.
 */
const CONTAINERS = "[role=dialog], [role=alertdialog], main";

/* Where it comes from the bottom, app/globals.css places what Radix wraps around it. */
const SHEET =
  "max-md:max-h-[85dvh] max-md:overflow-y-auto max-md:overscroll-contain max-md:rounded-t-card max-md:px-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-md:data-[state=closed]:animate-sheet-out max-md:data-[state=open]:animate-sheet-in";
const POPOVER =
  "md:min-w-52 md:max-w-[calc(100vw-1.5rem)] md:origin-(--radix-dropdown-menu-content-transform-origin) md:rounded-card md:p-1.5 md:data-[state=closed]:animate-pop-out md:data-[state=open]:animate-pop-in";

/**
 * The menu of its `trigger`, a button: below it from 768px, a sheet from the bottom on phones,
 * which has all presses and can be dragged down. Arrow keys move, letters jump to an item, Escape
 * and Back close. What is destructive comes last.
 */
export function Menu({
  trigger,
  align = "end",
  defaultOpen = false,
  opensOn = null,
  children,
}: {
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  /** Open on mount, for a menu whose code is loaded by the press on its button. */
  defaultOpen?: boolean;
  /** A finger that rests on it opens the menu, too, and the right button of a mouse. */
  opensOn?: HTMLElement | null;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  const [isSheet, setIsSheet] = useState(() => defaultOpen && isPhone());
  const change = (next: boolean) => {
    if (next) setIsSheet(isPhone());
    setIsOpen(next);
  };
  useBackToClose(isOpen, () => change(false));
  useLongPress(opensOn, () => change(true));
  const [button, setButton] = useState<HTMLElement | null>(null);
  const container = button?.closest<HTMLElement>(CONTAINERS) ?? null;
  const sheet = useRef<HTMLDivElement>(null);
  const handle = useSheetDrag(sheet, () => change(false));
  const press = useFingerPress(() => change(!isOpen));
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
    // A popover is not modal, so that the page behind can scroll and does not lose its scroll bar.
    <DropdownMenu.Root modal={isSheet} open={isOpen} onOpenChange={change}>
      <DropdownMenu.Trigger asChild ref={setButton} {...press}>
        {trigger}
      </DropdownMenu.Trigger>
      {button && (
        <>
          {isSheet && (
            <DropdownMenu.Portal container={container}>
              {/* A window that has become wider since does not show it, but the menu takes all presses. */}
              <div
                aria-hidden
                data-state={isOpen ? "open" : "closed"}
                onClick={(event) => {
                  // What the button lies in would be pressed, too: to React, this lies in it as well.
                  event.stopPropagation();
                  change(false);
                }}
                className={cx(SCRIM, "pointer-events-auto z-50 md:bg-transparent")}
              />
            </DropdownMenu.Portal>
          )}
          <DropdownMenu.Portal container={container}>
            <DropdownMenu.Content
              ref={sheet}
              data-sheet
              align={align}
              onFocus={handleFocus}
              sideOffset={6}
              collisionPadding={12}
              className={cx("z-50 border border-line bg-surface shadow-float", SHEET, POPOVER)}
            >
              <SheetHandle {...handle} />
              {children}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </>
      )}
    </DropdownMenu.Root>
  );
}

/**
 * Props of a trigger that a finger opens when it is lifted. Radix opens it when the finger comes
 * down, with which a scroll may begin, and the end of the press then hits the sheet.
 */
function useFingerPress(onPress: () => void) {
  const isFinger = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      isFinger.current = event.pointerType === "touch";
      if (isFinger.current) event.preventDefault();
    },
    onClick: () => isFinger.current && onPress(),
  };
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
