"use client";

import { useQuery } from "@tanstack/react-query";
import { TextField } from "@/components/ui/text-field";
import { useDebouncedValue } from "@/lib/dom/use-debounced-value";
import { usernameOptions } from "@/lib/profiles/client/queries";
import { SEARCH_DEBOUNCE_MS, USERNAME_DAYS, USERNAME_MAX } from "@/lib/profiles/limits";
import { type OwnUser, usernameField } from "@/lib/profiles/schema";
import { dayMonthYear } from "@/lib/time/relative-time";

type Props = { me: OwnUser; value: string; problem: string | undefined; onChange: (value: string) => void };

/**
 * Choosing a username: says while one types whether it can be had, and from when on where it was
 * chosen lately.
 */
export function UsernameField({ me, value, problem, onChange }: Props) {
  const { data: typed, error } = usernameField.safeParse(value);
  const settled = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const isOther = typed !== undefined && typed !== me.username;
  const check = useQuery({ ...usernameOptions(typed ?? ""), enabled: isOther && typed === settled }).data;
  const lockedUntil = me.usernameChangeableAt;
  const wrong = value.trim() === me.username ? undefined : (problem ?? settledProblem());

  /** What is wrong with a username that nobody types at any more. */
  function settledProblem(): string | undefined {
    if (check && !check.available) return check.message;
    return settled === undefined && typed === undefined ? error?.issues[0]?.message : undefined;
  }

  return (
    <TextField
      label="Username"
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={USERNAME_MAX * 2}
      disabled={lockedUntil !== ""}
      hint={
        lockedUntil === ""
          ? `The address of your profile: /u/${typed ?? me.username}. Once changed, it stays for ${USERNAME_DAYS} days.`
          : `You can change it again on ${dayMonthYear(new Date(lockedUntil))}.`
      }
      value={value}
      error={wrong ?? null}
      success={isOther && check?.available ? check.message : null}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
