import type { ComponentProps } from "react";
import { cx } from "@/components/ui/cx";

type Props = Omit<ComponentProps<"form">, "method" | "action" | "noValidate">;

/**
 * A form with our own validation. `method="dialog"` makes a submit before hydration do nothing; the
 * default would put the fields, including passwords, into the URL.
 */
export function Form({ className, ...form }: Props) {
  return <form {...form} method="dialog" noValidate className={cx("flex flex-col gap-4", className)} />;
}
