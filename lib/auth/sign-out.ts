import { useMutation } from "@tanstack/react-query";
import { leavePage } from "@/lib/auth/leave-page";
import { LOGIN } from "@/lib/auth/pages";
import { logOutHere } from "@/lib/auth/personal-data";
import { settleLogouts } from "@/lib/auth/session";

/**
 * Logs out: here at once, whatever becomes of the call, and on the server now or as soon as it can be reached
 * (lib/auth/session.ts). Leaves for `next`, and for good: Back does not show the page again.
 */
export function useSignOut(next: string = LOGIN) {
  return useMutation({
    mutationFn: async () => {
      logOutHere();
      await settleLogouts();
    },
    onSettled: () => leavePage(next),
  });
}
