"use client";

import { useQuery } from "@tanstack/react-query";
import { TextField } from "@/components/ui/text-field";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import { usernameOptions } from "@/lib/profiles/client/queries";
import { USERNAME_DAYS, USERNAME_MAX } from "@/lib/profiles/policy";
import { type OwnUser, usernameField } from "@/lib/profiles/schema";
import { dayMonthYear } from "@/lib/time/relative-time";

type Props = { me: OwnUser; value: string; problem: string | undefined; onChange: (value: string) => void };

/**
 * Chooses a username and says while typing whether it is available. After a recent change the field
 * is disabled and says when the next change is possible.
 */
export function UsernameField({ me, value, problem, onChange }: Props) {
  const t = useTranslate();
  const { data: username, error } = usernameField.safeParse(value);
  const debounced = useDebouncedValue(username, SEARCH_DEBOUNCE_MS);
  const isChanged = username !== undefined && username !== me.username;
  const check = useQuery({
    ...usernameOptions(username ?? ""),
    enabled: isChanged && username === debounced,
  }).data;
  const lockedUntil = me.usernameChangeableAt;
  const message = value.trim() === me.username ? undefined : (problem ?? problemOnceTyped());

  /** What is wrong with the username, once typing has paused. */
  function problemOnceTyped(): string | undefined {
    if (check && !check.available) return check.message;
    return debounced === undefined && username === undefined ? error?.issues[0]?.message : undefined;
  }

  return (
    <TextField
      label={t("Username")}
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={USERNAME_MAX * 2}
      disabled={lockedUntil !== ""}
      hint={
        lockedUntil === ""
          ? t("The address of your profile: /u/{username}. You can change it every {days} days.", {
              username: username ?? me.username,
              days: USERNAME_DAYS,
            })
          : t("You can change it again on {day}.", {
              day: dayMonthYear(new Date(lockedUntil)),
            })
      }
      value={value}
      error={message ? t(message) : null}
      success={isChanged && check?.available ? t(check.message) : null}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
