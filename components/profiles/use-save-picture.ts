"use client";

import { useRef, useState } from "react";
import type { PictureFailure } from "@/components/profiles/picture-input";
import { NO_SESSION } from "@/lib/accounts/policy";
import { apiError } from "@/lib/api/client/api-client-error";
import type { Counted } from "@/lib/dom/field-hooks";
import { updateErrorMessage, useUpdateProfile } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import type { OwnUser } from "@/lib/profiles/schema";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { uploadPicture } from "@/lib/uploads/client/upload";
import { UPLOAD_FAILED } from "@/lib/uploads/policy";
import type { PictureKind } from "@/lib/uploads/schema";

/** Progress in per cent when all bytes are sent, and when the server has stored the picture. */
const SENT = 70;
const STORED = 90;

type State =
  | { phase: "idle" }
  | { phase: "saving"; progress: number }
  | { phase: "failed"; failure: Counted<PictureFailure> };

/** Uploads a picture and makes it the viewer's avatar or banner, or removes the current one. */
export function useSavePicture(kind: PictureKind) {
  const me = useMe();
  const update = useUpdateProfile();
  const [state, setState] = useState<State>({ phase: "idle" });
  const abort = useRef<AbortController>(undefined);

  const fail = (text: string, error?: unknown) => {
    const serverError = apiError(error);
    const detail = serverError?.is("http") ? undefined : serverError?.message;
    setState((previous) => ({
      phase: "failed",
      failure: {
        text,
        detail: detail === text ? undefined : detail,
        count: previous.phase === "failed" ? previous.failure.count + 1 : 1,
      },
    }));
    return undefined;
  };

  /** Null removes the picture. Resolves to undefined when saving failed or was cancelled. */
  const save = async (picture: Blob | null): Promise<OwnUser | undefined> => {
    if (!me || !storedAccessToken()) return fail(NO_SESSION);
    const controller = new AbortController();
    abort.current = controller;
    const showProgress = (value: number) => setState({ phase: "saving", progress: value });
    showProgress(0);
    let imageUrl = "";
    try {
      if (picture) {
        const onSent = (share: number) => showProgress(share * SENT);
        imageUrl = await uploadPicture({ picture, kind, onSent, signal: controller.signal });
      }
    } catch (error) {
      if (controller.signal.aborted) {
        setState({ phase: "idle" });
        return undefined;
      }
      return fail(UPLOAD_FAILED, error);
    }
    showProgress(STORED);
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
    reset: () => setState({ phase: "idle" }),
  };
}
