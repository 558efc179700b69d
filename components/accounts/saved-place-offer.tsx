"use client";

import { useRouter } from "next/navigation";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useSendCode } from "@/lib/accounts/client/mutations";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import { isCodeAlive, type SavedPlace, useSavedPlace } from "@/lib/accounts/client/sign-up-storage";
import { maskedAddress } from "@/lib/accounts/policy";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { COMPLETE_PROFILE, SELECT_COLLEGE, VERIFICATION } from "@/lib/paths";
import { NO_COLLEGE } from "@/lib/product";

type Props = {
  className?: string;
  /** Called when another address is wanted: the screen's field for it takes the focus. */
  onDecline?: () => void;
};

/**
 * Offers to go on with signing up or in where the app was closed. It asks for no second code while
 * the first one can still be right.
 */
export function SavedPlaceOffer(props: Props) {
  const place = useSavedPlace();
  return place && <Offer place={place} {...props} />;
}

function Offer({ place, className, onDecline }: Props & { place: SavedPlace }) {
  const t = useTranslate();
  const router = useRouter();
  const profile = useStoredProfile();
  const { email, codeSentTo, isMasked } = useSignUp();
  const sendCode = useSendCode();

  const isSignedIn = profile?.email === place.email;
  const isKnownHere =
    isSignedIn || (!isMasked && [codeSentTo, email.trim().toLowerCase()].includes(place.email));
  const resume = (at: SavedPlace, path: string) => {
    signUp.resumed(at, !isKnownHere);
    router.push(path);
  };
  const handleContinue = () => {
    if (isSignedIn) {
      const needsCollege = profile.provider !== "email" && profile.collegeName === NO_COLLEGE;
      resume(place, needsCollege ? SELECT_COLLEGE : COMPLETE_PROFILE);
    } else if (isCodeAlive(place)) resume(place, VERIFICATION);
    else {
      sendCode.mutate(place.email, {
        onSuccess: () => {
          resume(place, VERIFICATION);
          signUp.codeSentAgain();
        },
      });
    }
  };

  const handleDecline = () => {
    onDecline?.();
    signUp.placeDeclined();
  };

  return (
    <section
      aria-label={t("Where you left off")}
      className={cx("flex w-full animate-fade-in flex-col gap-1 rounded-field bg-soft p-3", className)}
    >
      <Button wide isPending={sendCode.isPending} onClick={handleContinue} className="py-2">
        <span className="text-balance [overflow-wrap:anywhere]">
          {t("Continue as {address}", {
            address: isKnownHere ? place.email : maskedAddress(place.email),
          })}
        </span>
      </Button>
      {sendCode.error && (
        <Alert key={sendCode.submittedAt} className="mt-2">
          {messageOf(sendCode.error)}
        </Alert>
      )}
      <Button variant="ghost" size="sm" disabled={sendCode.isPending} onClick={handleDecline}>
        {t("Use another address")}
      </Button>
    </section>
  );
}
