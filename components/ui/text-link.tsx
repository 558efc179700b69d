import Link from "next/link";
import type { ComponentProps } from "react";
import { LOGIN, SELECT_COLLEGE } from "@/lib/paths";

/** An inline link with a full touch target. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className="touch-target rounded-sm font-semibold text-brand underline-offset-4 hover:underline"
    />
  );
}

export const NewHere = () => (
  <>
    New here? <TextLink href={SELECT_COLLEGE}>Create new account</TextLink>
  </>
);

export const AlreadyHere = () => (
  <>
    Already have an account? <TextLink href={LOGIN}>Log in</TextLink>
  </>
);
