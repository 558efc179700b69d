"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { ConfirmIdentity } from "@/components/accounts/password-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { download } from "@/lib/api/client/download";
import { api } from "@/lib/api/client/request";
import { useTranslate } from "@/lib/language/translate";
import { useMe } from "@/lib/profiles/client/queries";

type Props = {
  path: "/college/people/export" | "/moderation/log/export";
  query: Record<string, string | undefined>;
};

/** Downloads a list as it is filtered, after a fresh proof of who asks. */
export function ExportButton({ path, query }: Props) {
  const t = useTranslate();
  const me = useMe();
  const [state, setState] = useState<"idle" | "loading" | "unconfirmed">("idle");
  const start = async () => {
    setState("loading");
    try {
      await download(await api.open(path, { query }));
      setState("idle");
    } catch (error) {
      const isUnconfirmed = apiError(error)?.is("reauthenticate");
      if (!isUnconfirmed) toast.error(messageOf(error));
      setState(isUnconfirmed ? "unconfirmed" : "idle");
    }
  };
  return (
    <>
      <Button variant="secondary" isPending={state === "loading"} onClick={start}>
        <Download aria-hidden />
        {t("Export as CSV")}
      </Button>
      {state === "unconfirmed" && me && (
        <ConfirmIdentity email={me.email} onClose={() => setState("idle")} onConfirmed={start} />
      )}
    </>
  );
}
