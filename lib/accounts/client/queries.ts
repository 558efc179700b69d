import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { DevicesAnswer, PasswordState } from "@/lib/accounts/schema";
import { api } from "@/lib/api/client/request";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { isProfileComplete } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { onStoredSessionChange, storedProfileText } from "@/lib/sessions/client/stored-session";

/** What the browser knows of one's own account, and asks for. */

export const accountKeys = {
  all: ["account"] as const,
  devices: () => [...accountKeys.all, "devices"] as const,
  password: () => [...accountKeys.all, "password"] as const,
};

/** The signed-in devices, the most recently used first. */
export const devicesOptions = () =>
  queryOptions({
    queryKey: accountKeys.devices(),
    queryFn: ({ signal }) =>
      api.get<DevicesAnswer>("/auth/sessions", { signal }).then(({ sessions }) => sessions),
  });

/** Whether one has a password, and what it takes to set one. */
export const passwordOptions = () =>
  queryOptions({
    queryKey: accountKeys.password(),
    queryFn: ({ signal }) => api.get<PasswordState>("/auth/password", { signal }),
  });

/**
 * The stored profile, followed across tabs; undefined while signed out and in the server's
 * rendering.
 */
export function useStoredProfile(): OwnUser | undefined {
  const text = useSyncExternalStore(onStoredSessionChange, storedProfileText, () => null);
  return readStoredProfile(text);
}

/** Whether a complete profile is stored: what the auth screens look at every second. */
export function hasCompleteStoredProfile(): boolean {
  const profile = readStoredProfile();
  return profile !== undefined && isProfileComplete(profile);
}
