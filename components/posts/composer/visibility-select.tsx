import { ChevronDown, Globe } from "lucide-react";

/** Who can see a post. `Everyone` is the only choice so far. */
export function VisibilitySelect({ disabled }: { disabled: boolean }) {
  return (
    <span className="relative -my-1.5 inline-flex items-center text-brand">
      {/* The pill is a separate element, so that the control itself has a full touch target. */}
      <span aria-hidden className="absolute inset-x-0 inset-y-1.5 rounded-full bg-soft" />
      <Globe aria-hidden className="pointer-events-none absolute left-2.5 size-4" />
      <select
        aria-label="Who can see this"
        disabled={disabled}
        defaultValue="everyone"
        className="relative min-h-11 appearance-none rounded-full bg-transparent pr-7 pl-8 font-semibold text-sm"
      >
        <option value="everyone">Everyone</option>
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-4" />
    </span>
  );
}
