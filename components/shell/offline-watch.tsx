"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { OfflineBanner } from "@/components/shell/offline-banner";
import { tellRefused } from "@/components/shell/offline-refusal";
import { sessionFit } from "@/components/shell/session-fit";
import { UpdateNotice } from "@/components/shell/update-notice";
import { storedAccessToken } from "@/lib/auth/stored-session";
import { copyMadeAt, useOnline } from "@/lib/offline/connection";
import { type Waiting, waitingActs } from "@/lib/offline/waiting";
import { onWaitingChange } from "@/lib/offline/waiting-line";
import { onNewerWorker, sayHere } from "@/lib/offline/worker";
import { useMe } from "@/lib/users/queries";

/** While something waits and the server does not take it, it is tried again after so long, in milliseconds. */
const TRY_AGAIN = 30_000;

/** With no connection, and after it: says so, keeps what is read, and sends what was done. Also tells of a newer version. */
export function OfflineWatch() {
  const online = useOnline();
  const waiting = useSyncExternalStore(onWaitingChange, waitingActs, noActs);
  const path = usePathname();
  // Only the browser knows: the server's rendering is no copy. The next screen is none of it either.
  const [copy, setCopy] = useState<{ path: string; madeAt: number | undefined }>();
  useEffect(() => setCopy((first) => first ?? { path, madeAt: copyMadeAt() }), [path]);
  const madeAt = copy?.path === path ? copy.madeAt : undefined;
  const [worker, setWorker] = useState<ServiceWorker>();
  useEffect(() => onNewerWorker(setWorker), []);
  useKeeping(path);
  useSending(online, waiting.length > 0);
  return (
    <>
      {(!online || madeAt !== undefined) && (
        <OfflineBanner online={online} waiting={waiting.length} madeAt={madeAt} />
      )}
      {worker && <UpdateNotice worker={worker} onLater={() => setWorker(undefined)} />}
    </>
  );
}

const NO_ACTS: readonly Waiting[] = [];
const noActs = () => NO_ACTS;

/** Has the worker keep what the person sees, as long as the page and the stored session are of one person. */
function useKeeping(path: string): void {
  const personId = useMe()?._id;
  useEffect(() => {
    if (personId && sessionFit(personId, storedAccessToken()) === "fits") void sayHere(personId, path);
  }, [personId, path]);
}

/** Shows what waits, and sends it whenever there is a connection. */
function useSending(online: boolean, isWaiting: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    import("@/lib/offline/show-waiting").then(
      ({ showWaiting }) => {
        if (!isOver) stop = showWaiting(client);
      },
      // The worker had no time to fetch it before the connection went. What was done waits all the same.
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [client, isWaiting]);
  useEffect(() => {
    if (!isWaiting || !online) return;
    const send = async () => {
      try {
        const { sendWaiting } = await import("@/lib/offline/send-waiting");
        await sendWaiting(client, tellRefused);
      } catch {
        // The connection went again before this could even be loaded: the next try is near.
      }
    };
    void send();
    const timer = setInterval(send, TRY_AGAIN);
    return () => clearInterval(timer);
  }, [client, online, isWaiting]);
}
