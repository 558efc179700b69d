"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type AriaAttributes,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type NamePart, namePartAt, placeBeside, replaceNamePart } from "@/components/mentions/name-part";
import { OPTION_ROW, PersonOption } from "@/components/people-picker/person-option";
import { usePeopleCombobox } from "@/components/people-picker/use-people-combobox";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { mentionableOptions } from "@/lib/people-search/client/queries";
import { MENTION_DEBOUNCE_MS } from "@/lib/people-search/policy";

type Props = { field: RefObject<HTMLTextAreaElement | null>; postId: string | undefined };

/**
 * The people whom the `@` before the caret may mean. The focus stays in the field: arrow keys move
 * through them, Enter, Tab or a press chooses, and Escape closes the list until the next `@`.
 */
export function MentionList({ field, postId }: Props) {
  const t = useTranslate();
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
  const box = usePeopleCombobox({
    items: people,
    keyOf: ({ _id }) => _id,
    typed: part ? `@${part.q}` : "",
    startsAt: "first",
    isSettled,
    choosesOnTab: true,
    onChoose: ({ username }) => {
      if (field.current && part) replaceNamePart(field.current, part, username);
      close();
    },
    onEscape: isOpen ? close : undefined,
    message:
      isOpen && isSettled
        ? t("{count, plural, one {# person} other {# people}} to mention", { count: people.length })
        : "",
  });
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target === field.current && box.handleKey(event)) event.stopImmediatePropagation();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    // Before dialogs, which Escape closes, and the field itself, where Enter sends.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
  useFieldAttributes(field, isOpen ? box.fieldProps : undefined);
  const list = useRef<HTMLDivElement>(null);
  usePlace(list, field, isOpen);

  if (!isOpen) return null;
  return (
    <div
      ref={list}
      {...box.listProps(t("People to mention"))}
      // In the layer above dialogs, and cut by nothing that scrolls.
      popover="manual"
      className="fixed inset-auto overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1 text-ink shadow-float"
    >
      {people.map((person) => (
        <div key={person._id} {...box.optionProps(person)} className={OPTION_ROW}>
          <PersonOption person={person} />
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
function useFieldAttributes(
  field: Props["field"],
  { "aria-controls": list, "aria-activedescendant": option }: Partial<AriaAttributes> = {},
) {
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
