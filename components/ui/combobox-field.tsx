"use client";

import { useCombobox } from "downshift";
import { Check, ChevronDown } from "lucide-react";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { controlStyle, Field, type FieldControl, type FieldProps } from "@/components/ui/field";
import { usePreHydrationValue } from "@/lib/dom/use-pre-hydration-value";

export type ComboboxOption = {
  value: string;
  label: string;
  /** Further words that find it, such as its short name. */
  keywords?: string;
};

type Props = FieldProps & {
  ref?: Ref<HTMLInputElement>;
  options: readonly ComboboxOption[];
  /** The chosen option's value; empty while none is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** The name of the value in its form; the text beside it has none. */
  name: string;
  placeholder?: string;
  required?: boolean;
  /** What the list says instead when nothing matches what was typed. */
  noMatch: (typed: string) => string;
};

/**
 * A choice from a list one can type in (WAI-ARIA "editable combobox with list autocomplete"). The
 * first match is highlighted while typing and chosen with Enter, or by leaving the field.
 */
export function ComboboxField({ label, hideLabel, hint, error, success, invalid, ...combobox }: Props) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} success={success} invalid={invalid}>
      {(control) => (
        <Combobox
          {...combobox}
          label={label}
          control={control}
          look={controlStyle({ error, success, invalid })}
        />
      )}
    </Field>
  );
}

function Combobox({
  ref,
  label,
  control,
  look,
  options,
  value,
  onChange,
  name,
  placeholder,
  required,
  noMatch,
}: Omit<Props, keyof FieldProps> & { label: string; control: FieldControl; look: string }) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  // What was typed since the last choice; without it the field shows the chosen option.
  const [typed, setTyped] = useState<string>();
  const selected = options.find((option) => option.value === value) ?? null;
  const text = typed ?? selected?.label ?? "";
  const matches = matchesOf(options, typed ?? "");

  const type = (next: string) => {
    setTyped(next);
    onChange(namedBy(next)?.value ?? "");
  };
  const namedBy = (name: string) =>
    options.find((option) => isSame(option.label, name) || isSame(option.value, name));
  usePreHydrationValue(input, text, (early) => {
    type(early);
    // Nobody is in the middle of a word any more: the field shows what was chosen.
    if (namedBy(early)) setTyped(undefined);
  });

  const box = useCombobox<ComboboxOption>({
    items: matches,
    selectedItem: selected,
    inputValue: text,
    inputId: control.id,
    itemToString: (option) => option?.label ?? "",
    stateReducer: (state, { type: action, changes }) => {
      const { InputChange, InputBlur } = useCombobox.stateChangeTypes;
      if (action === InputChange) {
        const typedNow = changes.inputValue ?? "";
        const isFound = typedNow.trim() !== "" && matchesOf(options, typedNow).length > 0;
        return { ...changes, highlightedIndex: isFound ? 0 : -1 };
      }
      // However the field is left: what is highlighted is what the person was about to choose.
      const highlighted = matches[state.highlightedIndex];
      return action === InputBlur && highlighted ? { ...changes, selectedItem: highlighted } : changes;
    },
    onSelectedItemChange: ({ selectedItem }) => {
      setTyped(selectedItem ? undefined : "");
      onChange(selectedItem?.value ?? "");
    },
    onInputValueChange: ({ type: action, inputValue }) => {
      // Typing is handled where it happens: a later update would move the cursor to the end.
      if (action === useCombobox.stateChangeTypes.InputKeyDownEscape) setTyped(inputValue);
    },
    onIsOpenChange: ({ isOpen }) => {
      // Its short name was typed: now that the list is closed, the field shows what was chosen.
      if (!isOpen && selected) setTyped(undefined);
    },
  });
  const isEmpty = matches.length === 0;

  return (
    <div className="relative">
      <input
        {...control}
        {...box.getInputProps({
          ref: input,
          id: control.id,
          "aria-labelledby": undefined,
          "aria-expanded": box.isOpen && !isEmpty,
          onChange: (event) => type(event.currentTarget.value),
        })}
        type="text"
        required={required}
        placeholder={placeholder}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={`${look} min-h-12 truncate pr-12`}
      />
      <input type="hidden" name={name} value={value} />
      <button
        type="button"
        {...box.getToggleButtonProps({ "aria-label": "Show the list" })}
        className="absolute inset-y-0 right-0.5 my-auto grid size-11 place-items-center rounded-full text-ink2 hover:text-ink"
      >
        <ChevronDown aria-hidden className={cx("size-5 transition-transform", box.isOpen && "rotate-180")} />
      </button>
      <div
        className={cx(
          "absolute inset-x-0 top-full z-20 mt-1.5 rounded-card border border-line bg-surface p-1.5 shadow-float",
          !box.isOpen && "hidden",
        )}
      >
        <ul
          {...box.getMenuProps({ "aria-label": label })}
          className={cx("max-h-64 overflow-y-auto overscroll-contain", isEmpty && "hidden")}
        >
          {box.isOpen &&
            matches.map((option, index) => (
              <li
                key={option.value}
                {...box.getItemProps({ item: option, index, "aria-selected": option.value === value })}
                data-value={option.value}
                className={cx(
                  "flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 py-2 font-medium",
                  index === box.highlightedIndex && "bg-sunken",
                )}
              >
                <span className="min-w-0 flex-1">{option.label}</span>
                {option.value === value && <Check aria-hidden className="size-5 shrink-0 text-brand" />}
              </li>
            ))}
        </ul>
        {isEmpty && <p className="break-words px-3 py-2 text-ink2">{noMatch(text.trim())}</p>}
      </div>
      <p role="status" className="sr-only">
        {box.isOpen && typed?.trim() && (isEmpty ? noMatch(text.trim()) : foundText(matches.length))}
      </p>
    </div>
  );
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.trim().toLowerCase();

/** The options that hold every word that was typed; all of them while nothing is. */
function matchesOf(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ label, value, keywords = "" }) => {
    const haystack = `${label} ${value} ${keywords}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

const foundText = (count: number) => (count === 1 ? "1 match" : `${count} matches`);
