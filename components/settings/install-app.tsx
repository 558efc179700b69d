"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { install, useInstallState } from "@/lib/offline/client/install";
import { APP_NAME } from "@/lib/product";

/** Offers to install the app. It renders nothing where the app is installed or cannot be. */
export function InstallApp() {
  const installState = useInstallState();
  if (installState === "none") return null;
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">Install {APP_NAME}</p>
        <p className="text-ink2 text-label">
          {installState === "ready"
            ? "Opens like any app, also without a connection."
            : "In Safari, tap Share, then Add to Home Screen."}
        </p>
      </div>
      {installState === "ready" && (
        <Button variant="secondary" onClick={() => void install()}>
          <Download aria-hidden />
          Install
        </Button>
      )}
    </div>
  );
}
