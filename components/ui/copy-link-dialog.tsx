"use client";

import { useId, useRef } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useTranslate } from "@/lib/language/translate";

/** Shows an address, selected, for browsers that don't let pages copy. */
export function CopyLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useTranslate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog open onOpenChange={onClose} title={t("Copy this link")} width="sm" initialFocus={field}>
      <div className="flex flex-col gap-2 p-5">
        <label htmlFor={id} className="text-ink2 text-sm">
          {t("Your browser doesn't let this page copy. Copy the link from here.")}
        </label>
        <input
          id={id}
          ref={field}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-11 w-full rounded-field border border-line-strong bg-surface px-3 text-field"
        />
      </div>
    </Dialog>
  );
}
