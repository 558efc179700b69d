/** Joins class names and skips falsy values: `cx("a", open && "b")`. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
