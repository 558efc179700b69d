"use client";

import { LegalLinks } from "@/components/legal/legal-links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { messageOf } from "@/lib/api/client/api-client-error";
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
  const update = useUpdateProfile();
  return (
    <Card bleed className="p-4 max-md:my-2 md:mb-4">
      <section aria-labelledby="agreement">
        <h2 id="agreement" className="text-lg">
          {me.agreedVersion === "" ? "Please agree to our terms" : "Our terms have changed"}
        </h2>
        <p className="mt-1 text-ink2">
          This is version {LEGAL_VERSION} of {LEGAL_DATE}. Please read it and agree to continue.
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
          Agree
        </Button>
      </section>
    </Card>
  );
}
