"use client";

import { CloudOff, House, RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { useTranslate } from "@/lib/language/translate";

/** Shown offline for a page that is not cached. Reloads when the connection returns. */
export function OfflineScreen() {
  const t = useTranslate();
  useEffect(() => {
    const reload = () => window.location.reload();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, []);
  return (
    <div className="w-full max-w-md animate-rise text-center">
      <span className="mx-auto grid size-20 place-items-center rounded-full bg-gold-soft text-gold-ink">
        <CloudOff aria-hidden className="size-9" />
      </span>
      <h1 className="mt-6 text-3xl">{t("You are offline")}</h1>
      <p className="mt-3 text-balance text-ink2">
        {t("This page hasn't been opened on this device before. It will load once you're connected again.")}
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Button size="lg" onClick={() => window.location.reload()}>
          <RefreshCw aria-hidden />
          {t("Try Again")}
        </Button>
        {/* Not `next/link`: only a page load reaches the worker, which may have a cached copy. */}
        <a href="/mainfeed" className={buttonStyle({ variant: "secondary", size: "lg", className: "gap-2" })}>
          <House aria-hidden />
          {t("Back to your saved feed")}
        </a>
      </div>
    </div>
  );
}
