"use client";

import { Hourglass } from "lucide-react";
import { LeaveCard } from "@/components/moderation/suspended-screen";
import { Card } from "@/components/ui/card";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Rich } from "@/lib/language/rich";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { legalPath } from "@/lib/legal/policy";
import { HOME } from "@/lib/paths";
import { APP_NAME, OPERATOR } from "@/lib/product";

/** The section of the privacy notice, whose address is its heading. */
const UNDER_18 = { en: "if-you-are-under-18", hi: "यदि-आप-18-वर्ष-से-कम-के-हैं" };

/**
 * All that someone under 18 sees where the college wants a parent's consent, or takes no minors.
 */
export function WaitingScreen({ isExcluded }: { isExcluded: boolean }) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, email } = OPERATOR.grievanceOfficer;
  return (
    <div className="flex w-full max-w-xl flex-col gap-4">
      <Card className="flex flex-col gap-4 p-5 md:p-7">
        <span className="grid size-14 place-items-center rounded-full bg-sunken text-ink2">
          <Hourglass aria-hidden className="size-6" />
        </span>
        <h1 className="text-2xl">
          {isExcluded
            ? t("{app} is for people from 18", { app: APP_NAME })
            : t("Your account waits for a consent")}
        </h1>
        <p className="text-ink2">
          {isExcluded
            ? t(
                "You said that you are under 18, so you can't use it yet. You can take your data with you and delete your account.",
              )
            : t(
                "You said that you are under 18. Your account opens when the college has noted the consent of your parent or guardian. Until then you can't read or write anything, and no one is shown to you.",
              )}{" "}
          <Rich
            text="Why is in the <link>privacy notice</link>."
            components={{
              link: <TextLink href={`${legalPath("privacy", language)}#${UNDER_18[language]}`} />,
            }}
          />
        </p>
        <p className="text-ink2">
          <Rich
            text={
              isExcluded
                ? "If you pressed that by mistake, write to the {officer}: <link>{email}</link>"
                : "Your parent or guardian can write to the {officer}: <link>{email}</link>"
            }
            values={{ officer: t(title), email }}
            components={{ link: <TextLink href={`mailto:${email}`} /> }}
          />
        </p>
        {!isExcluded && (
          <ButtonLink href={HOME} prefetch={false} className="self-start">
            {t("Check again")}
          </ButtonLink>
        )}
      </Card>
      <LeaveCard />
    </div>
  );
}
