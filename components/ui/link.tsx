import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "@/components/ui/button-style";

/** An inline link with a full touch target. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className="touch-target rounded-sm font-semibold text-brand underline-offset-4 hover:underline"
    />
  );
}

type Props = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean };

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, children, ...rest }: Props) {
  return (
    <Link className={buttonStyle({ variant, size, wide, className })} {...rest}>
      <span className="inline-flex items-center justify-center gap-2">{children}</span>
    </Link>
  );
}
