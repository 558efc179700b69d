"use client";

import { LegalLinks } from "@/components/legal/legal-links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { LEGAL_DATE, LEGAL_VERSION, needsAgreement } from "@/lib/legal/policy";
import { useUpdateProfile } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import type { OwnUser } from "@/lib/profiles/schema";

/** What asks for agreement, above the feed until it is given. */
export function Agreement() {
  const me = useMe();
  return me && needsAgreement(me) && <AgreementCard me={me} />;
}

/** Asks for agreement to the legal documents. */
export function AgreementCard({ me }: { me: OwnUser }) {
  const t = useTranslate();
  const update = useUpdateProfile();
  return (
    <Card bleed className="p-4 max-md:my-2 md:mb-4">
      <section aria-labelledby="agreement">
        <h2 id="agreement" className="text-lg">
          {me.agreedVersion === "" ? t("Please agree to our terms") : t("Our terms have changed")}
        </h2>
        <p className="mt-1 text-ink2">
          {t("This is version {version} of {date}. Please read it and agree to continue.", {
            version: LEGAL_VERSION,
            date: LEGAL_DATE,
          })}
        </p>
        <div className="mt-3">
          <LegalLinks />
        </div>
        {update.error && (
          <Alert key={update.submittedAt} className="mt-3">
            {messageOf(update.error)}
          </Alert>
        )}
        <Button
          className="mt-4"
          isPending={update.isPending}
          onClick={() => update.mutate({ userId: me._id, change: { agreedVersion: LEGAL_VERSION } })}
        >
          {t("Agree")}
        </Button>
      </section>
    </Card>
  );
}
