import Link from "next/link";
import type { ComponentProps } from "react";

/** A link inside a line of text, tall enough for a thumb. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className="touch-target rounded-sm font-semibold text-brand underline-offset-4 hover:underline"
    />
  );
}
