/** Characters used of a limit, as people count them. Highlighted near the limit and beyond. */
export function CharCounter({ count, max, id }: { count: number; max: number; id?: string }) {
  const left = max - count;
  const tone = left < 0 ? "font-semibold text-danger" : left <= max / 20 ? "text-gold-ink" : "text-ink2";
  return (
    <span id={id} className={`text-sm tabular-nums ${tone}`}>
      <span aria-hidden>
        {count}/{max}
      </span>
      <span className="sr-only">
        {left < 0 ? `${-left} characters too many` : `${count} of ${max} characters`}
      </span>
    </span>
  );
}
