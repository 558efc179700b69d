"use client";

import { Flag } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useTranslate } from "@/lib/language/translate";
import { useMe } from "@/lib/profiles/client/queries";

const ReportDialog = lazyComponent(() =>
  import("@/components/safety/report-dialog").then((module) => module.ReportDialog),
);

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Reports what a page can't show, by the id in its address: its author may have deleted it, or
 * blocked the viewer and gone on about them.
 */
export function ReportMissing({ subject }: { subject: "post" | "person" }) {
  const t = useTranslate();
  const params = useParams<{ postId?: string; userId?: string }>();
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const subjectId = subject === "post" ? params?.postId : params?.userId;
  if (!me || !subjectId || !ID.test(subjectId)) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Flag aria-hidden />
        {subject === "post" ? t("Report post") : t("Report account")}
      </Button>
      {isOpen && (
        <ReportDialog
          person={undefined}
          reported={{ subject, subjectId }}
          onClose={close}
          onLoadError={close}
        />
      )}
    </>
  );
}
