import { CircleAlert, CircleCheck } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "@/components/ui/cx";

/** The attributes that link a control with its label and messages. */
export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  label: string;
  /** Hides the label visually, but not from screen readers. */
  hideLabel?: boolean;
  /** Always shown below the control. */
  hint?: ReactNode;
  /** An error message, announced when it appears. */
  error?: string | null;
  /** A success message, shown when there is no error. */
  success?: string | null;
  /** Marks the control as invalid when the message is elsewhere, in an `Alert`. */
  invalid?: boolean;
};

/** Label, control, hint and message, linked for screen readers. `children` renders the control. */
export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  success,
  invalid = false,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const messageId = `${id}-message`;
  const message = error || success;
  const describedBy = [message && messageId, hint && hintId].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "font-semibold text-label"}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error || invalid ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-ink2 text-sm">
          {hint}
        </p>
      )}
      {/* Always rendered: screen readers often skip a live region that is inserted with its text. */}
      <div aria-live="polite" className="empty:hidden">
        {message && (
          <p
            id={messageId}
            className={`flex items-start gap-1.5 text-sm ${error ? "text-danger" : "text-success"}`}
          >
            {error ? (
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            ) : (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
            )}
            <span className="min-w-0">{message}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** The class names of text, select and combobox controls; the border shows the field's state. */
export function controlStyle({
  error,
  success,
  invalid,
}: Pick<FieldProps, "error" | "success" | "invalid">): string {
  const border =
    error || invalid
      ? "border-danger"
      : success
        ? "border-success"
        : "border-line-strong hover:border-ink2 focus:border-brand";
  return `text-field w-full rounded-field border bg-surface px-4 text-ink transition-[border-color] disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink2 ${border}`;
}

type Props = Omit<ComponentProps<"form">, "method" | "action" | "noValidate">;

/**
 * A form with our own validation. `method="dialog"` makes a submit before hydration do nothing; the
 * default would put the fields, including passwords, into the URL.
 */
export function Form({ className, ...form }: Props) {
  return <form {...form} method="dialog" noValidate className={cx("flex flex-col gap-4", className)} />;
}
