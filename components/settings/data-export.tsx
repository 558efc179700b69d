"use client";

import { Download, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ConfirmIdentity } from "@/components/accounts/password-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { useTranslate } from "@/lib/language/translate";
import { useMe } from "@/lib/profiles/client/queries";
import { EXPORT_SIZE_HEADER } from "@/lib/profiles/policy";

type State =
  | { phase: "idle" }
  | { phase: "loading"; received: number; expected: number }
  | { phase: "unconfirmed" }
  | { phase: "done"; count: number }
  | { phase: "failed"; reason: string | undefined; count: number };

/** Downloads all of the viewer's data as one zip file. */
export function DataExport() {
  const t = useTranslate();
  const me = useMe();
  const [state, setState] = useState<State>({ phase: "idle" });
  const abort = useRef<AbortController>(undefined);
  const attempts = useRef(0);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async () => {
    if (!me || state.phase === "loading") return;
    const controller = new AbortController();
    abort.current = controller;
    attempts.current++;
    setState({ phase: "loading", received: 0, expected: 1 });
    try {
      // The download code loads on first use.
      const { download } = await import("@/lib/api/client/download");
      const response = await api.open("/users/{userId}/export", {
        params: { userId: me._id },
        signal: controller.signal,
      });
      const expected = Number(response.headers.get(EXPORT_SIZE_HEADER)) || 1;
      await download(response, (received) => setState({ phase: "loading", received, expected }));
      setState({ phase: "done", count: attempts.current });
    } catch (error) {
      if (controller.signal.aborted) {
        setState({ phase: "idle" });
        return;
      }
      if (apiError(error)?.is("reauthenticate")) {
        setState({ phase: "unconfirmed" });
        return;
      }
      // What a browser says of a download that broke off helps no one.
      setState({ phase: "failed", reason: apiError(error)?.sentence, count: attempts.current });
    }
  };

  const isPending = state.phase === "loading";
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink2">
        {t(
          "Your profile, posts, comments, likes, circles and notifications, with your photos and videos, in one zip file. Open index.html in it to read everything.",
        )}
      </p>
      {isPending && (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            {/* The expected size is an estimate, so 100 % shows only when the download is complete. */}
            <ProgressBar
              label={t("Downloading your data")}
              value={Math.min(99, (state.received / state.expected) * 100)}
            />
          </div>
          <span className="min-w-16 text-right text-ink2 text-sm tabular-nums">
            {inMegabytes(state.received)}
          </span>
        </div>
      )}
      {state.phase === "done" && (
        <Alert key={state.count} tone="success">
          {t("Your data is downloaded.")}
        </Alert>
      )}
      {state.phase === "unconfirmed" && me && (
        <ConfirmIdentity email={me.email} onClose={() => setState({ phase: "idle" })} onConfirmed={start} />
      )}
      {state.phase === "failed" && (
        <Alert key={state.count}>
          <p>{t("Your data couldn't be downloaded. Please try again.")}</p>
          {state.reason && <p className="font-normal">{state.reason}</p>}
        </Alert>
      )}
      {isPending ? (
        <Button variant="secondary" className="self-start" onClick={() => abort.current?.abort()}>
          <X aria-hidden />
          {t("Cancel")}
        </Button>
      ) : (
        <Button variant="secondary" className="self-start" onClick={start}>
          <Download aria-hidden />
          {t("Download my data")}
        </Button>
      )}
    </div>
  );
}

const inMegabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
