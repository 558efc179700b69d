"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SelectField } from "@/components/ui/select-field";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import type { Department } from "@/lib/campus/campus";
import { useSetAffiliation } from "@/lib/college/client/mutations";
import type { CollegePerson } from "@/lib/college/schema";
import { useTranslate } from "@/lib/language/translate";
import type { MemberRole } from "@/lib/profiles/affiliation";
import { BATCH_MIN, batchMax } from "@/lib/profiles/policy";
import { isolated } from "@/lib/text/names";

/** As a sentence says it: `Make Kabir Rao …?` */
const ROLE_NAMES: Record<MemberRole, string> = {
  student: "a student",
  alumni: "a graduate",
  faculty: "faculty",
  staff: "a member of staff",
};

type Props = {
  person: CollegePerson;
  role: MemberRole;
  /** The departments of their college. */
  departments: readonly Department[];
  onClose: () => void;
};

/** Asks in which department someone has their new role, and of which year graduates are. */
export function AffiliationDialog({ person, role, departments, onClose }: Props) {
  const t = useTranslate();
  const { _id, name } = person;
  const [department, setDepartment] = useState(person.department ?? "");
  const [batch, setBatch] = useState(person.batch ? String(person.batch) : "");
  const set = useSetAffiliation();
  const isGraduate = role === "alumni";
  const values = { name: isolated(name), role: t(ROLE_NAMES[role]) };
  const handleConfirm = () =>
    set.mutate(
      { _id, role, department, ...(isGraduate && { batch: batch === "" ? null : Number(batch) }) },
      {
        onSuccess: () => {
          toast.success(t("{name} is now {role}.", values));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("Make {name} {role}?", values)}
      description={t("It is shown next to their name, and they are notified.")}
      confirmLabel={t("Change role")}
      isPending={set.isPending}
      error={set.isError ? messageOf(set.error) : null}
      onConfirm={handleConfirm}
    >
      <div className="mt-4 flex flex-col gap-4">
        {departments.length > 0 && (
          <SelectField
            label={t("Department")}
            value={department}
            onChange={(event) => setDepartment(event.target.value)}
            options={[
              { value: "", label: t("No department") },
              ...departments.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
        )}
        {isGraduate && (
          <SelectField
            label={t("Year of graduation")}
            value={batch}
            onChange={(event) => setBatch(event.target.value)}
            options={[{ value: "", label: t("Not known") }, ...years()]}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

/** The latest first. */
const years = () =>
  Array.from({ length: batchMax() - BATCH_MIN + 1 }, (_, index) => String(batchMax() - index)).map(
    (year) => ({
      value: year,
      label: year,
    }),
  );
