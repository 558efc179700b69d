"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { type NamePart, namePartAt, placeBeside, replaceNamePart } from "@/components/mentions/name-part";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { announce } from "@/lib/dom/announce";
import { isComposing } from "@/lib/dom/composition";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { mentionableOptions } from "@/lib/people-search/client/queries";
import { MENTION_DEBOUNCE_MS } from "@/lib/people-search/policy";
import type { UserSummary } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

type Props = { field: RefObject<HTMLTextAreaElement | null>; postId: string | undefined };

/**
 * The people whom the `@` before the caret may mean. The focus stays in the field: arrow keys move
 * through them, Enter, Tab or a press chooses, and Escape closes the list until the next `@`.
 */
export function MentionList({ field, postId }: Props) {
  const t = useTranslate();
  const id = useId();
  const [part, close] = useNamePart(field);
  const q = useDebouncedValue(part?.q, MENTION_DEBOUNCE_MS);
  const search = useQuery({
    ...mentionableOptions(part ? q : undefined, postId),
    placeholderData: keepPreviousData,
  });
  const isSettled = q === part?.q && !search.isPlaceholderData;
  const isLoading = q !== part?.q || search.isFetching;
  // People found for what was typed before stay while the next answer is under way.
  const people = (part && (isSettled || isLoading) && search.data) || [];
  const isOpen = people.length > 0;
  const [active, setActive] = useState({ q, index: 0 });
  const index = active.q === q ? Math.min(active.index, people.length - 1) : 0;

  const choose = ({ username }: UserSummary) => {
    if (field.current && part) replaceNamePart(field.current, part, username);
    close();
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.target !== field.current || isComposing(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = people[index];
    if (step) setActive({ q, index: (index + step + people.length) % people.length });
    else if (event.key === "Escape") close();
    else if (event.key !== "Enter" && event.key !== "Tab") return;
    // Chooses no one from the list of what was typed before.
    else if (isSettled && person) choose(person);
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    // Before dialogs, which Escape closes, and the field itself, where Enter sends.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);

  const found =
    isOpen && isSettled
      ? t("{count, plural, one {# person} other {# people}} to mention", { count: people.length })
      : "";
  useEffect(() => {
    if (found) announce(found, { isBrief: true });
  }, [found]);
  useFieldAttributes(field, isOpen ? { list: id, option: `${id}-${index}` } : undefined);
  const list = useRef<HTMLDivElement>(null);
  usePlace(list, field, isOpen);
  useEffect(() => {
    if (isOpen) list.current?.children[index]?.scrollIntoView?.({ block: "nearest" });
  }, [isOpen, index]);

  if (!isOpen) return null;
  return (
    <div
      ref={list}
      id={id}
      // In the layer above dialogs, and cut by nothing that scrolls.
      popover="manual"
      role="listbox"
      aria-label={t("People to mention")}
      className="fixed inset-auto overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1 text-ink shadow-float"
    >
      {people.map((person, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has both
        <div
          key={person._id}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === index}
          // A press leaves the focus, and the keyboard of a phone, where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
          className={cx(
            "flex min-h-12 cursor-pointer select-none items-center gap-3 rounded-field px-2 hover:bg-sunken",
            place === index && "bg-sunken",
          )}
        >
          <Avatar id={person._id} name={person.name} src={sizedImageUrl(person.avatar, 96)} size="sm" />
          <span className="min-w-0 flex-1">
            <NameLine affiliation={person.affiliation} className="text-label">
              <bdi className="max-w-full truncate font-semibold">{person.name}</bdi>
            </NameLine>
            <span className="block truncate text-ink2 text-sm">@{person.username}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** What is typed of a name before the caret, while the field has the focus; and what closes it. */
function useNamePart(field: Props["field"]): [NamePart | undefined, () => void] {
  const [part, setPart] = useState<NamePart>();
  /** The position of the `@` whose list was closed. */
  const closedAt = useRef<number>(undefined);
  useEffect(() => {
    const element = field.current;
    if (!element) return undefined;
    const read = () => {
      const next = document.activeElement === element ? namePartAt(element) : undefined;
      if (next?.start !== closedAt.current) closedAt.current = undefined;
      setPart((before) => {
        if (!next || closedAt.current !== undefined) return undefined;
        return before?.q === next.q && before.start === next.start ? before : next;
      });
    };
    read();
    const events = ["input", "blur", "focus"];
    for (const event of events) element.addEventListener(event, read);
    document.addEventListener("selectionchange", read);
    return () => {
      for (const event of events) element.removeEventListener(event, read);
      document.removeEventListener("selectionchange", read);
    };
  }, [field]);
  const close = () => {
    closedAt.current = part?.start;
    setPart(undefined);
  };
  return [part, close];
}

/** Links the field, for screen readers, to its list and the person in it who is chosen next. */
function useFieldAttributes(field: Props["field"], shown: { list: string; option: string } | undefined) {
  const { list, option } = shown ?? {};
  useEffect(() => {
    const element = field.current;
    if (!element || !list || !option) return undefined;
    const attributes = {
      "aria-autocomplete": "list",
      "aria-controls": list,
      "aria-activedescendant": option,
    };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name);
    };
  }, [field, list, option]);
}

/** Shows the list next to the field, also while the page scrolls or a keyboard opens. */
function usePlace(list: RefObject<HTMLElement | null>, field: Props["field"], isOpen: boolean): void {
  useLayoutEffect(() => {
    const shown = list.current;
    if (!isOpen || !shown) return undefined;
    shown.showPopover();
    const place = () => field.current && Object.assign(shown.style, placeBeside(field.current));
    place();
    const viewport = window.visualViewport;
    field.current?.addEventListener("input", place);
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    viewport?.addEventListener("resize", place);
    viewport?.addEventListener("scroll", place);
    const element = field.current;
    return () => {
      element?.removeEventListener("input", place);
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
      viewport?.removeEventListener("resize", place);
      viewport?.removeEventListener("scroll", place);
    };
  }, [list, field, isOpen]);
}
