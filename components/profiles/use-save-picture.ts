"use client";

import { useRef, useState } from "react";
import { NO_SESSION } from "@/lib/accounts/messages";
import { apiError } from "@/lib/api/client/api-client-error";
import { updateErrorMessage, useUpdateProfile } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import type { OwnUser } from "@/lib/profiles/schema";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { uploadPicture } from "@/lib/uploads/client/upload";
import { UPLOAD_FAILED } from "@/lib/uploads/messages";
import type { PictureKind } from "@/lib/uploads/schema";

/**
 * Marks of the progress bar in per cent: the bytes take it so far, the server's reply to the end
 * (contract §7).
 */
const SENT = 70;
const STORED = 90;

/** What went wrong, in the specification's words (§8), and what the server said to it. */
export type PictureFailure = { text: string; detail?: string | undefined; count: number };

type State =
  | { phase: "idle" }
  | { phase: "saving"; progress: number }
  | { phase: "failed"; failure: PictureFailure };

/** Makes a picture one's own avatar or banner, or takes it away. */
export function useSavePicture(kind: PictureKind) {
  const me = useMe();
  const update = useUpdateProfile();
  const [state, setState] = useState<State>({ phase: "idle" });
  const abort = useRef<AbortController>(undefined);

  const fail = (text: string, error?: unknown) => {
    const known = apiError(error);
    const detail = known?.is("http") ? undefined : known?.message;
    setState((last) => ({
      phase: "failed",
      failure: {
        text,
        detail: detail === text ? undefined : detail,
        count: last.phase === "failed" ? last.failure.count + 1 : 1,
      },
    }));
    return undefined;
  };

  /**
   * Saves; null takes the picture away. Gives the profile, or undefined when it failed or was
   * cancelled.
   */
  const save = async (picture: Blob | null): Promise<OwnUser | undefined> => {
    if (!me || !storedAccessToken()) return fail(NO_SESSION);
    const controller = new AbortController();
    abort.current = controller;
    const progress = (value: number) => setState({ phase: "saving", progress: value });
    progress(0);
    let imageUrl = "";
    try {
      if (picture) {
        const onSent = (share: number) => progress(share * SENT);
        imageUrl = await uploadPicture({ picture, kind, onSent, signal: controller.signal });
      }
    } catch (error) {
      if (controller.signal.aborted) {
        setState({ phase: "idle" });
        return undefined;
      }
      return fail(UPLOAD_FAILED, error);
    }
    progress(STORED);
    try {
      const { user } = await update.mutateAsync({ userId: me._id, change: { [kind]: imageUrl } });
      setState({ phase: "idle" });
      return user;
    } catch (error) {
      return fail(updateErrorMessage(error));
    }
  };

  return {
    state,
    save,
    cancel: () => abort.current?.abort(),
    forget: () => setState({ phase: "idle" }),
  };
}
