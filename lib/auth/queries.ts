import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api } from "@/lib/api/client";
import { apiError } from "@/lib/api/client-error";
import type { CompletedRegistration, RegisterAnswer, RegisterBody, SessionAnswer } from "@/lib/auth/contract";
import { claimPersonalData } from "@/lib/auth/personal-data";
import {
  onStoredSessionChange,
  readStoredProfile,
  storeAccessToken,
  storedProfileText,
  storeProfile,
  storeTokens,
} from "@/lib/auth/stored-session";
import { NO_COLLEGE } from "@/lib/product";
import type { OwnUser } from "@/lib/users/contract";
import { usersKeys } from "@/lib/users/keys";
import { isProfileComplete } from "@/lib/users/policy";

/** Signing up, in and out, as the browser does it. */

/** Registers an address; `alreadyRegistered` when it was known before, which is no failure on the way to a code. */
export function useRegisterAddress() {
  return useMutation({
    mutationFn: async (body: RegisterBody) => {
      try {
        await register(body);
        return { alreadyRegistered: false };
      } catch (error) {
        if (apiError(error)?.status === 409) return { alreadyRegistered: true };
        throw error;
      }
    },
  });
}

/** Registers somebody who is not signed in, with all they gave. A known address is a failure here. */
export function useRegister() {
  return useMutation({ mutationFn: register });
}

const register = (body: RegisterBody) =>
  api.post<RegisterAnswer>("/auth/register", { body, anonymous: true });

/** Completes the registration of the signed-in person, whose profile and access token it renews. */
export function useCompleteRegistration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RegisterBody) => api.post<CompletedRegistration>("/auth/register", { body }),
    onSuccess: ({ user, token }) => {
      storeAccessToken(token);
      storeProfile(user);
      client.setQueryData(usersKeys.me(), user);
    },
  });
}

/** Sends a one-time code. Fails with code `user_not_found` for an unknown address. */
export function useSendCode() {
  return useMutation({
    mutationFn: (email: string) => api.post("/auth/send-otp", { body: { email }, anonymous: true }),
  });
}

type CodeCheck = { email: string; otp: string; collegeName?: string };

/** Exchanges a code for a session and stores it. Gives whether the profile is complete. */
export function useCheckCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, otp, collegeName }: CodeCheck) => {
      const body = { email, otp, accessToken: true, ...(collegeName ? { collegeName } : {}) };
      return openSession("/auth/check-otp", body);
    },
    onSuccess: (session) => {
      client.clear();
      storeSession(session);
    },
  });
}

/** Exchanges an address and its password for a session and stores it. */
export function usePasswordLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => openSession("/auth/login", body),
    onSuccess: (session) => {
      client.clear();
      storeSession(session);
    },
  });
}

/**
 * Exchanges a Google credential for a session and stores it; `newUser` tells a first visit. College and role are chosen
 * later or given: the specification has placeholders sent for them (§7).
 */
export function useGoogleSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: string) =>
      openSession("/auth/google", {
        tokenId,
        collegeId: NO_COLLEGE,
        collegeName: NO_COLLEGE,
        role: "student",
      }),
    onSuccess: (session) => {
      client.clear();
      storeSession(session);
    },
  });
}

/** Makes a call that signs somebody in. The browser becomes theirs: what another person left in it is erased. */
async function openSession(path: string, body: object): Promise<SessionAnswer> {
  const session = await api.post<SessionAnswer>(path, { body, anonymous: true });
  claimPersonalData(session.user._id, session.user.email);
  return session;
}

/** Keeps a new session: tokens and profile. */
function storeSession(session: SessionAnswer): void {
  storeTokens(session);
  storeProfile(session.user);
}

/** The stored profile, followed across tabs; undefined while signed out and in the server's rendering. */
export function useStoredProfile(): OwnUser | undefined {
  const text = useSyncExternalStore(onStoredSessionChange, storedProfileText, () => null);
  return readStoredProfile(text);
}

/** Whether a complete profile is stored: what the auth screens look at every second. */
export function hasCompleteStoredProfile(): boolean {
  const profile = readStoredProfile();
  return profile !== undefined && isProfileComplete(profile);
}
