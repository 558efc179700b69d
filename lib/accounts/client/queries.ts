import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api } from "@/lib/api/client/request";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { isProfileComplete } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { onStoredSessionChange, storedProfileText } from "@/lib/sessions/client/stored-session";

/** Queries about the member's own account, and the stored profile. */

export const accountKeys = {
  all: ["account"] as const,
  devices: () => [...accountKeys.all, "devices"] as const,
  password: () => [...accountKeys.all, "password"] as const,
};

/** The signed-in devices, the most recently used first. */
export const devicesOptions = () =>
  queryOptions({
    queryKey: accountKeys.devices(),
    queryFn: ({ signal }) => api.get("/auth/sessions", { signal }).then(({ sessions }) => sessions),
  });

/** Whether the member has a password, and what it takes to set one. */
export const passwordOptions = () =>
  queryOptions({
    queryKey: accountKeys.password(),
    queryFn: ({ signal }) => api.get("/auth/password", { signal }),
  });

/** The stored profile, in sync across tabs; undefined when signed out and in server rendering. */
export function useStoredProfile(): OwnUser | undefined {
  const text = useSyncExternalStore(onStoredSessionChange, storedProfileText, () => null);
  return readStoredProfile(text);
}

/** Whether a complete profile is stored. The auth screens poll this once a second. */
export function hasCompleteStoredProfile(): boolean {
  const profile = readStoredProfile();
  return profile !== undefined && isProfileComplete(profile);
}
