import type { QueryClient } from "@tanstack/react-query";
import { ApiClientError } from "@/lib/api/client-error";
import { sendWaitingComment } from "@/lib/comments/queries";
import { unshow } from "@/lib/offline/show-waiting";
import { type Waiting, waitingActs } from "@/lib/offline/waiting";
import { dropWaiting } from "@/lib/offline/waiting-line";
import { sendWaitingLike } from "@/lib/posts/changes";

/**
 * Sends what waits, in order and one at a time, in one tab only. Stops where the server can't be reached or asks to wait; what
 * it refuses is taken off and told to `onRefused`. Each act may be sent twice (its answer can be lost) and counts once.
 * Gives whether something still waits.
 */
export async function sendWaiting(
  client: QueryClient,
  onRefused: (act: Waiting, message: string) => void,
): Promise<boolean> {
  const send = async () => {
    for (let [act] = waitingActs(); act; [act] = waitingActs()) {
      try {
        await sendAct(client, act);
      } catch (error) {
        if (!isRefusal(error)) return;
        unshow(client, act);
        onRefused(act, error.message);
      }
      dropWaiting(act);
    }
  };
  if ("locks" in navigator) {
    // Another tab that is at it sends everything: there is nothing to do twice.
    await navigator.locks.request("campus-circle-waiting", { ifAvailable: true }, (lock) => lock && send());
  } else await send();
  return waitingActs().length > 0;
}

const sendAct = (client: QueryClient, act: Waiting) =>
  act.kind === "like" ? sendWaitingLike(client, act.postId, act.liked) : sendWaitingComment(client, act);

/** For good. Anything else may pass: a session that is over takes what waits along, and "too much at once" is not "no". */
function isRefusal(error: unknown): error is ApiClientError {
  if (!(error instanceof ApiClientError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
}
