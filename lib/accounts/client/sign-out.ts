import { useMutation } from "@tanstack/react-query";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { logOutHere } from "@/lib/accounts/client/personal-data";
import { flushLogouts } from "@/lib/api/client/session";
import { LOGIN } from "@/lib/paths";

/**
 * Logs out: here at once, whatever becomes of the call, and on the server now or as soon as it can
 * be reached (lib/api/client/session.ts). Leaves for `next`, and for good: Back does not show the
 * page again.
 */
export function useSignOut(next: string = LOGIN) {
  return useMutation({
    mutationFn: async () => {
      logOutHere();
      await flushLogouts();
    },
    onSettled: () => leavePage(next),
  });
}
