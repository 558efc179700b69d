import { Hourglass } from "lucide-react";
import { LeaveCard } from "@/components/moderation/suspended-screen";
import { Card } from "@/components/ui/card";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { HOME, PRIVACY } from "@/lib/paths";
import { APP_NAME, OPERATOR } from "@/lib/product";

/**
 * All that someone under 18 sees where the college wants a parent's consent, or takes no minors.
 */
export function WaitingScreen({ isRefused }: { isRefused: boolean }) {
  const { title, email } = OPERATOR.grievanceOfficer;
  return (
    <div className="flex w-full max-w-xl flex-col gap-4">
      <Card className="flex flex-col gap-4 p-5 md:p-7">
        <span className="grid size-14 place-items-center rounded-full bg-sunken text-ink2">
          <Hourglass aria-hidden className="size-6" />
        </span>
        <h1 className="text-2xl">
          {isRefused ? `${APP_NAME} is for people from 18` : "Your account waits for a consent"}
        </h1>
        <p className="text-ink2">
          {isRefused
            ? "You said that you are under 18, so you can't use it yet. You can take your data with you and delete your account."
            : "You said that you are under 18. Your account opens when the college has noted the consent of your parent or guardian. Until then you can't read or write anything, and no one is shown to you."}{" "}
          Why is in the <TextLink href={`${PRIVACY}#if-you-are-under-18`}>privacy notice</TextLink>.
        </p>
        <p className="text-ink2">
          {isRefused ? "If you pressed that by mistake, write" : "Your parent or guardian can write"} to the{" "}
          {title}: <TextLink href={`mailto:${email}`}>{email}</TextLink>
        </p>
        {!isRefused && (
          <ButtonLink href={HOME} prefetch={false} className="self-start">
            Check again
          </ButtonLink>
        )}
      </Card>
      <LeaveCard />
    </div>
  );
}
