import { exactCount } from "@/lib/text/counts";

type Option<Value extends string> = { value: Value; label: string; count?: number | undefined };

type Props<Value extends string> = {
  /** What is chosen among. */
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Choices of what a list shows, with how many there are of each. One of them is always chosen. */
export function FilterChips<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className="-m-1 min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="scroll-shadow-x flex gap-1.5 scrollbar-none p-1 *:shrink-0 md:flex-wrap">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
            className="relative inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 font-medium text-ink2 text-label transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-brand aria-pressed:bg-soft aria-pressed:font-semibold aria-pressed:text-brand"
          >
            {option.label}
            {option.count !== undefined && (
              <span className="tabular-nums">
                <span className="sr-only">, </span>
                {exactCount(option.count)}
              </span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
