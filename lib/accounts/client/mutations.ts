import { useMutation } from "@tanstack/react-query";
import { isAlreadyRegistered } from "@/lib/accounts/client/known-address";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { claimPersonalData, forgetPerson, logOutHere } from "@/lib/accounts/client/personal-data";
import { accountKeys } from "@/lib/accounts/client/queries";
import type { Goodbye } from "@/lib/accounts/policy";
import type { Device, ProofBody, RegisterBody, SessionAnswer, SetPasswordBody } from "@/lib/accounts/schema";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { flushLogouts } from "@/lib/api/client/session";
import type { MessageAnswer } from "@/lib/api/fields";
import { LOGIN, OIDC_LOGOUT } from "@/lib/paths";
import { NO_COLLEGE } from "@/lib/product";
import { usersKeys } from "@/lib/profiles/client/cache";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { optimistic } from "@/lib/query/optimistic";
import { storeAccessToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { isAtIssuer } from "@/lib/sessions/marker-cookies";

/** Signing up and in, and the changes people make to their own account. */

/**
 * Registers an address. A known one resolves with `alreadyRegistered`: on the way to a code that is
 * not an error.
 */
export function useRegisterAddress() {
  return useMutation({
    mutationFn: async (body: RegisterBody) => {
      try {
        await register(body);
        return { alreadyRegistered: false };
      } catch (error) {
        if (isAlreadyRegistered(error)) return { alreadyRegistered: true };
        throw error;
      }
    },
  });
}

/** Registers a signed-out person with all their details. Here a known address is an error. */
export function useRegister() {
  return useMutation({ mutationFn: register });
}

const register = (body: RegisterBody) => api.post("/auth/register", { body, anonymous: true });

/**
 * Completes the registration of the signed-in person and stores their new profile and access token.
 */
export function useCompleteRegistration() {
  return useMutation({
    mutationFn: (body: RegisterBody) => api.post("/auth/register", { body }),
    onSuccess: (answer, _body, _result, { client }) => {
      if (!("token" in answer)) return;
      storeAccessToken(answer.token);
      storeProfile(answer.user);
      client.setQueryData(usersKeys.me(), answer.user);
    },
  });
}

/** Sends a one-time code. Fails with code `user_not_found` for an unknown address. */
export function useSendCode() {
  return useMutation({
    mutationFn: (email: string) => api.post("/auth/send-otp", { body: { email }, anonymous: true }),
  });
}

/** Exchanges a code for a session and stores it. */
export const useCheckCode = () =>
  useSignIn(({ collegeName, ...code }: CodeCheck) => {
    const body = { ...code, accessToken: true, ...(collegeName ? { collegeName } : {}) };
    return api.post("/auth/check-otp", { body, anonymous: true });
  });

type CodeCheck = { email: string; otp: string; collegeName?: string };

/** Exchanges an address and its password for a session and stores it. */
export const usePasswordLogin = () =>
  useSignIn((body: { email: string; password: string }) =>
    api.post("/auth/login", { body, anonymous: true }),
  );

/**
 * Exchanges a Google credential for a session and stores it; `newUser` marks a first visit. College
 * and role are chosen later, so placeholders are sent for them.
 */
export const useGoogleSignIn = () =>
  useSignIn((tokenId: string) => {
    const body = { tokenId, collegeId: NO_COLLEGE, collegeName: NO_COLLEGE, role: "student" };
    return api.post("/auth/google", { body, anonymous: true });
  });

/** Opens a session for the identity that the college's issuer has sent this browser back with. */
export const useOidcSignIn = () => useSignIn((_: undefined) => api.post("/auth/oidc", { anonymous: true }));

/**
 * Signs a person in with a call. The browser becomes theirs: whatever another person left in it is
 * erased.
 */
function useSignIn<Variables, Session extends SessionAnswer>(
  signIn: (variables: Variables) => Promise<Session>,
) {
  return useMutation({
    mutationFn: async (variables: Variables) => {
      const session = await signIn(variables);
      claimPersonalData(session.user._id, session.user.email);
      return session;
    },
    onSuccess: (session, _variables, _result, { client }) => {
      client.clear();
      storeTokens(session);
      storeProfile(session.user);
    },
  });
}

/** Signs a device out. It leaves the list at once and comes back if the call fails. */
export function useSignDeviceOut() {
  const queryKey = accountKeys.devices();
  return useMutation(
    optimistic({
      cancel: queryKey,
      mutationFn: async (device: Device) => {
        try {
          await api.delete("/auth/sessions/{sessionId}", { params: { sessionId: device._id } });
        } catch (error) {
          // It has been signed out in the meantime, which is what the person wanted.
          if (!apiError(error)?.isGone) throw error;
        }
      },
      apply: (client, device) => {
        const before = client.getQueryData<Device[]>(queryKey);
        client.setQueryData(
          queryKey,
          before?.filter(({ _id }) => _id !== device._id),
        );
        return () => client.setQueryData(queryKey, before);
      },
    }),
  );
}

/** Signs out all devices but this one. */
export function useSignOtherDevicesOut() {
  const queryKey = accountKeys.devices();
  return useMutation({
    mutationFn: () => api.delete("/auth/sessions"),
    onSuccess: (_answer, _variables, _result, { client }) =>
      client.setQueryData<Device[]>(queryKey, (devices) => devices?.filter(({ isCurrent }) => isCurrent)),
  });
}

/** Sets or changes the member's password. */
export function useSetPassword() {
  return usePasswordChange((body: SetPasswordBody) => api.put("/auth/password", { body }));
}

/** Removes the member's password. */
export function useRemovePassword() {
  return usePasswordChange((body: ProofBody) => api.delete("/auth/password", { body }));
}

/** Shows that the owner is asking, after which this device counts as recently signed in. */
export function useReauthenticate() {
  return usePasswordChange((body: ProofBody) => api.post("/auth/reauthenticate", { body }));
}

/** The change may have logged out other devices, so the list is fetched again. */
function usePasswordChange<Body>(mutationFn: (body: Body) => Promise<MessageAnswer>) {
  return useMutation({
    mutationFn,
    onSuccess: (_answer, _body, _result, { client }) =>
      void client.invalidateQueries({ queryKey: accountKeys.all }),
  });
}

/** Deletes the member's account for good and erases its data from this browser. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (userId: string) => api.delete("/auth/users/{userId}", { params: { userId } }),
    onSuccess: () => leave("deleted"),
  });
}

/** Hides the member's account until the next sign-in and erases its data from this browser. */
export function useDeactivateAccount() {
  return useMutation({
    mutationFn: ({ userId, withdrawsConsent }: { userId: string; withdrawsConsent: boolean }) =>
      api.post("/users/{userId}/deactivate", { params: { userId }, body: { withdrawsConsent } }),
    onSuccess: () => leave("deactivated"),
  });
}

/** Erases an account's data once its sessions have ended, and leaves for a goodbye. */
function leave(goodbye: Goodbye): void {
  forgetPerson();
  leavePage(`/?goodbye=${goodbye}`);
}

/**
 * Logs out: in this browser at once, whatever becomes of the call, and on the server now or as soon
 * as it is reachable (lib/api/client/session.ts). Then replaces the page with `next`, so that Back
 * does not show it again; or, where that is set up, goes by way of the college's issuer, which ends
 * its own session.
 */
export function useSignOut(next: string = LOGIN) {
  return useMutation({
    mutationFn: async () => {
      logOutHere();
      await flushLogouts();
    },
    onSettled: () => leavePage(isAtIssuer() && navigator.onLine ? OIDC_LOGOUT : next),
  });
}
