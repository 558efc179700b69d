"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type Ref, useState } from "react";
import { controlStyle, Field, type FieldProps } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { useTranslate } from "@/lib/language/translate";

type Props = FieldProps &
  Omit<ComponentProps<"input">, "id" | "aria-describedby" | "aria-invalid" | "type"> & {
    ref?: Ref<HTMLInputElement>;
  };

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, success, invalid, ...input }: Props) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} success={success} invalid={invalid}>
      {(control) => (
        <div className="relative">
          <input
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            className={`${controlStyle({ error, success, invalid })} min-h-12 pr-13`}
          />
          <span className="absolute inset-y-0 right-0.5 grid items-center">
            <IconButton
              label={
                shown
                  ? t("Hide {field}", { field: label.toLowerCase() })
                  : t("Show {field}", { field: label.toLowerCase() })
              }
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </IconButton>
          </span>
        </div>
      )}
    </Field>
  );
}
