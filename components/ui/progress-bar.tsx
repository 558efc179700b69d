/** Progress in percent, 0 to 100. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full w-full origin-left rounded-full bg-brand transition-transform duration-200"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
