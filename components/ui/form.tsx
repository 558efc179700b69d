import type { ComponentProps } from "react";
import { cx } from "@/components/ui/cx";

type Props = Omit<ComponentProps<"form">, "method" | "action" | "noValidate">;

/**
 * Fields below each other, checked by us. Sent before the page is alive it does nothing (`dialog`
 * outside of one), where the browser alone would put what was typed, a password too, into the
 * address.
 */
export function Form({ className, ...form }: Props) {
  return <form {...form} method="dialog" noValidate className={cx("flex flex-col gap-4", className)} />;
}
