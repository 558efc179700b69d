/** Joins class names, leaving out what is false: `cx("a", open && "b")`. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
