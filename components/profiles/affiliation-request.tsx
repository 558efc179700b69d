"use client";

import { useQuery } from "@tanstack/react-query";
import { BriefcaseBusiness } from "lucide-react";
import { type FormEvent, useState } from "react";
import { isDepartmentMissing, WorkFields, type WorkValues } from "@/components/profiles/affiliation-fields";
import { RequestLine } from "@/components/profiles/request-line";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Collapsible } from "@/components/ui/collapsible";
import { Form } from "@/components/ui/field";
import type { Department } from "@/lib/campus/campus";
import { useTranslate } from "@/lib/language/translate";
import {
  updateErrorMessage,
  useRequestAffiliation,
  useWithdrawAffiliation,
} from "@/lib/profiles/client/mutations";
import { affiliationRequestOptions, useMe } from "@/lib/profiles/client/queries";

type Props = { departments: readonly Department[] };

/** "I teach or work here" on Edit Profile, for whom the college has not confirmed as either. */
export function AffiliationRequest({ departments }: Props) {
  const t = useTranslate();
  const me = useMe();
  if (!me || me.role === "faculty" || me.role === "staff") return null;
  return (
    <Card bleed className="p-2 md:p-3">
      <Collapsible title={t("I teach or work here")} icon={<BriefcaseBusiness aria-hidden />}>
        <Request userId={me._id} departments={departments} />
      </Collapsible>
    </Card>
  );
}

function Request({ userId, departments }: Props & { userId: string }) {
  const t = useTranslate();
  const { data: request, isPending } = useQuery(affiliationRequestOptions(userId));
  const [values, setValues] = useState<WorkValues>({ role: "faculty", department: "" });
  const [isMissing, setMissing] = useState(false);
  const ask = useRequestAffiliation();
  const withdraw = useWithdrawAffiliation();
  const failure = ask.error ?? withdraw.error;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (ask.isPending) return;
    const isIncomplete = isDepartmentMissing(values, departments);
    setMissing(isIncomplete);
    if (!isIncomplete)
      ask.mutate({ userId, request: { role: values.role, department: values.department || null } });
  };
  if (isPending) return null;
  return (
    <Form onSubmit={handleSubmit}>
      {request && <RequestLine request={request} />}
      {request?.state === "pending" ? (
        <Button variant="secondary" isPending={withdraw.isPending} onClick={() => withdraw.mutate(userId)}>
          {t("Take back")}
        </Button>
      ) : (
        <>
          <WorkFields
            departments={departments}
            values={values}
            isMissing={isMissing}
            onChange={(change) => {
              setValues({ ...values, ...change });
              setMissing(false);
            }}
          />
          <Button type="submit" isPending={ask.isPending}>
            {t("Ask the college")}
          </Button>
        </>
      )}
      {failure && <Alert>{updateErrorMessage(failure)}</Alert>}
    </Form>
  );
}
