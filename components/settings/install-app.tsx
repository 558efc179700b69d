"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { install, useInstallState } from "@/lib/offline/client/install";
import { APP_NAME } from "@/lib/product";

/** Puts the app on the device's home screen; nothing where it is there already, or can't be. */
export function InstallApp() {
  const installing = useInstallState();
  if (installing === "none") return null;
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">Install {APP_NAME}</p>
        <p className="text-ink2 text-label">
          {installing === "ready"
            ? "Opens like any app, also without a connection."
            : "In Safari, tap Share, then Add to Home Screen."}
        </p>
      </div>
      {installing === "ready" && (
        <Button variant="secondary" onClick={() => void install()}>
          <Download aria-hidden />
          Install
        </Button>
      )}
    </div>
  );
}
