"use client";

import { useQuery } from "@tanstack/react-query";
import { Gavel } from "lucide-react";
import { useRouter } from "next/navigation";
import type { Reported } from "@/components/safety/report-dialog";
import { MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useOpenCase } from "@/lib/moderation/client/mutations";
import { caseAboutOptions } from "@/lib/moderation/client/queries";
import { OPENED_SUBJECTS } from "@/lib/moderation/policy";
import { casePath } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";

/**
 * In menus of the staff: opens a case about what the menu is about, or the one that is open, which
 * it says. Not about messages, which are private until someone reports them.
 */
export function OpenCaseItem({ reported: { subject, subjectId } }: { reported: Reported }) {
  const t = useTranslate();
  const router = useRouter();
  const isStaff = Boolean(useMe()?.staffRole);
  const opened = OPENED_SUBJECTS.find((option) => option === subject);
  const { data: isOpen } = useQuery({ ...caseAboutOptions(subjectId), enabled: isStaff && !!opened });
  const { mutateAsync: openCase } = useOpenCase();
  if (!isStaff || !opened) return null;
  const handleSelect = () => {
    // Not with `mutate`'s callbacks: they are dropped when the menu closes.
    openCase({ subject: opened, subjectId }).then(
      ({ caseId }) => router.push(casePath(caseId)),
      (error: unknown) => void toast.error(messageOf(error)),
    );
  };
  return (
    <MenuItem icon={<Gavel aria-hidden />} onSelect={handleSelect}>
      {t("Open a case")}
      {isOpen && <span className="block font-normal text-ink2 text-sm">{t("1 open case")}</span>}
    </MenuItem>
  );
}
