"use client";

import { CloudAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useText } from "@/lib/language/text";

/** Covers the placeholder of a picture that can't be loaded. */
export function BrokenPicture({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-black/60 p-4 text-center text-white">
      <CloudAlert aria-hidden className="size-7" />
      <p className="font-medium text-label">{t("This photo can't be shown right now.")}</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {t("Try Again")}
      </Button>
    </div>
  );
}
