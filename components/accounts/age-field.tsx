import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { useTranslate } from "@/lib/language/translate";
import { AGE_MISSING } from "@/lib/profiles/policy";

const ANSWERS = [
  { value: "adult", label: "I am 18 or older" },
  { value: "minor", label: "I am under 18" },
];

/** What was chosen in a form with `AgeField`: whether the person is 18 or older; else undefined. */
export function chosenAge(form: HTMLFormElement | null | undefined): boolean | undefined {
  const value = form && new FormData(form).get("age");
  return value ? value === "adult" : undefined;
}

type Props = {
  /** What the person said before; nothing is chosen for someone who has not. */
  isAdult: boolean | null;
  /** Whether it can be left for later, which it then says. */
  isOptional?: boolean;
  /** Whether the form was sent without a choice. */
  isMissing?: boolean;
  onChange?: () => void;
};

/** Asks whether someone is 18. Their birthday is not asked: this is all that the rules need. */
export function AgeField({ isAdult, isOptional = false, isMissing = false, onChange }: Props) {
  const t = useTranslate();
  const id = useId();
  const chosen = isAdult === null ? undefined : isAdult ? "adult" : "minor";
  return (
    // Uncontrolled, so that what is pressed before the page is hydrated counts.
    <fieldset key={chosen} aria-describedby={`${id}-message`} className="flex flex-col">
      <legend className="mb-1.5 font-semibold text-label">{t("Your age")}</legend>
      {isOptional && (
        <p className="mb-1 text-ink2 text-sm">
          {t(
            "We ask because people under 18 are protected here. You can say it later; until then you are, too.",
          )}
        </p>
      )}
      {ANSWERS.map(({ value, label }) => (
        <label
          key={value}
          className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-sunken"
        >
          <input
            type="radio"
            name="age"
            value={value}
            defaultChecked={chosen === value}
            aria-invalid={isMissing || undefined}
            onChange={onChange}
            className="size-5 shrink-0 accent-brand"
          />
          {t(label)}
        </label>
      ))}
      <div id={`${id}-message`} aria-live="polite" className="empty:hidden">
        {isMissing && (
          <p className="mt-1 flex items-start gap-1.5 text-danger text-sm">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t(AGE_MISSING)}
          </p>
        )}
      </div>
    </fieldset>
  );
}
