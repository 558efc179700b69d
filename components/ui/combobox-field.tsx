"use client";

import { type UseComboboxReturnValue, useCombobox } from "downshift";
import { Check, ChevronDown } from "lucide-react";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { controlStyle, Field, type FieldControl, type FieldProps } from "@/components/ui/field";
import { usePreHydrationValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";

export type ComboboxOption = {
  value: string;
  label: string;
  /** More words that find the option, such as its short name. */
  keywords?: string;
};

type Props = FieldProps & {
  ref?: Ref<HTMLElement>;
  options: readonly ComboboxOption[];
  /** The selected option's value; empty while none is selected. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  /** The message in place of the list when nothing matches. */
  noMatch: (typed: string) => string;
};

/**
 * A text field that filters a list of options (the WAI-ARIA "editable combobox with list
 * autocomplete"). Typing highlights the first match; Enter, or leaving the field, selects it.
 */
export function ComboboxField({ label, hideLabel, hint, error, success, invalid, ...combobox }: Props) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} success={success} invalid={invalid}>
      {(control) => (
        <Combobox
          {...combobox}
          label={label}
          control={control}
          inputClassName={controlStyle({ error, success, invalid })}
        />
      )}
    </Field>
  );
}

type ComboboxProps = Omit<Props, keyof FieldProps> & {
  label: string;
  control: FieldControl;
  inputClassName: string;
};

function Combobox({ label, control, inputClassName, ...field }: ComboboxProps) {
  const t = useTranslate();
  const { value, placeholder, required, disabled, noMatch } = field;
  const { input, box, text, matches, isSearching, handleTyping } = useOptions(control.id, field);
  const noMatchText = matches.length === 0 ? noMatch(text.trim()) : undefined;
  return (
    <div className="relative">
      <input
        {...control}
        {...box.getInputProps({
          ref: input,
          id: control.id,
          disabled,
          "aria-labelledby": undefined,
          "aria-expanded": box.isOpen && !noMatchText,
          onChange: (event) => handleTyping(event.currentTarget.value),
        })}
        type="text"
        required={required}
        placeholder={placeholder}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={`${inputClassName} min-h-12 truncate pr-12`}
      />
      <button
        type="button"
        {...box.getToggleButtonProps({ disabled, "aria-label": t("Show the list") })}
        className="absolute inset-y-0 right-0.5 my-auto grid size-11 place-items-center rounded-full text-ink2 hover:text-ink"
      >
        <ChevronDown aria-hidden className={cx("size-5 transition-transform", box.isOpen && "rotate-180")} />
      </button>
      <OptionList label={label} box={box} matches={matches} value={value} noMatchText={noMatchText} />
      <p role="status" className="sr-only">
        {box.isOpen &&
          isSearching &&
          (noMatchText ?? t("{count, plural, one {# match} other {# matches}}", { count: matches.length }))}
      </p>
    </div>
  );
}

/** The text in the field, the options it leaves, and downshift's part in both. */
function useOptions(
  inputId: string,
  { ref, options, value, onChange }: Pick<Props, "ref" | "options" | "value" | "onChange">,
) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  // The text typed since the last selection and the value it means; while undefined, or when
  // the value was changed from outside since, the field shows the selected option.
  const [typing, setTyping] = useState<{ text: string; value: string }>();
  const typed = typing?.value === value ? typing.text : undefined;
  const selected = options.find((option) => option.value === value) ?? null;
  const text = typed ?? selected?.label ?? "";
  const matches = matchesOf(options, typed ?? "");

  const handleTyping = (next: string) => {
    const named = optionNamed(options, next)?.value ?? "";
    setTyping({ text: next, value: named });
    onChange(named);
  };
  usePreHydrationValue(input, text, (early) => {
    handleTyping(early);
    // Typing ended before hydration, so the field shows the selected option.
    if (optionNamed(options, early)) setTyping(undefined);
  });

  const box = useCombobox<ComboboxOption>({
    items: matches,
    selectedItem: selected,
    inputValue: text,
    inputId,
    itemToString: (option) => option?.label ?? "",
    stateReducer: (state, { type: action, changes }) => {
      const { InputChange, InputBlur } = useCombobox.stateChangeTypes;
      if (action === InputChange) {
        const nextText = changes.inputValue ?? "";
        const hasMatch = nextText.trim() !== "" && matchesOf(options, nextText).length > 0;
        return { ...changes, highlightedIndex: hasMatch ? 0 : -1 };
      }
      // Leaving the field selects the highlighted option, as Enter does.
      const highlighted = matches[state.highlightedIndex];
      return action === InputBlur && highlighted ? { ...changes, selectedItem: highlighted } : changes;
    },
    onSelectedItemChange: ({ selectedItem }) => {
      setTyping(selectedItem ? undefined : { text: "", value: "" });
      onChange(selectedItem?.value ?? "");
    },
    onInputValueChange: ({ type: action, inputValue }) => {
      // Typing is handled in onChange: an update after it would move the caret to the end.
      if (action === useCombobox.stateChangeTypes.InputKeyDownEscape)
        setTyping({ text: inputValue, value: "" });
    },
    onIsOpenChange: ({ isOpen }) => {
      // A typed short name has selected an option: once the list closes, the field shows its label.
      if (!isOpen && selected) setTyping(undefined);
    },
  });
  return { input, box, text, matches, isSearching: Boolean(typed?.trim()), handleTyping };
}

type OptionListProps = {
  label: string;
  box: UseComboboxReturnValue<ComboboxOption>;
  matches: readonly ComboboxOption[];
  value: string;
  /** Shown in place of the list when nothing matches. */
  noMatchText: string | undefined;
};

function OptionList({ label, box, matches, value, noMatchText }: OptionListProps) {
  return (
    <div
      className={cx(
        "absolute inset-x-0 top-full z-20 mt-1.5 rounded-card border border-line bg-surface p-1.5 shadow-float",
        !box.isOpen && "hidden",
      )}
    >
      <ul
        {...box.getMenuProps({ "aria-label": label })}
        className={cx("max-h-64 overflow-y-auto overscroll-contain", noMatchText && "hidden")}
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
      {noMatchText && <p className="break-words px-3 py-2 text-ink2">{noMatchText}</p>}
    </div>
  );
}

/** The option whose label or value is this text. */
const optionNamed = (options: readonly ComboboxOption[], name: string) =>
  options.find(({ label, value }) => equalsIgnoringCase(label, name) || equalsIgnoringCase(value, name));

const equalsIgnoringCase = (a: string, b: string) => a.toLowerCase() === b.trim().toLowerCase();

/** The options that contain every typed word; all options while the text is empty. */
function matchesOf(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ label, value, keywords = "" }) => {
    const haystack = `${label} ${value} ${keywords}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
