import { useMutation } from "@tanstack/react-query";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { logOutHere } from "@/lib/accounts/client/personal-data";
import { flushLogouts } from "@/lib/api/client/session";
import { LOGIN } from "@/lib/paths";

/**
 * Logs out: in this browser at once, whatever becomes of the call, and on the server now or as soon
 * as it is reachable (lib/api/client/session.ts). Then replaces the page with `next`, so that Back
 * does not show it again.
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
