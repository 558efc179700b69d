import { Eye } from "lucide-react";
import { ProfileScreen } from "@/components/profiles/profile-screen";
import { ButtonLink } from "@/components/ui/button-link";

/** The viewer's own profile as other members see it. */
export function PublicProfilePreview({ userId }: { userId: string }) {
  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <div className="card-bleed flex flex-wrap items-center gap-3 bg-soft px-4 py-3 md:px-5">
        <Eye aria-hidden className="size-5 shrink-0 text-brand" />
        <p className="min-w-0 flex-1 font-medium text-label">This is how others see your profile.</p>
        <ButtonLink href={`/profile/${userId}`} variant="secondary" size="sm">
          Back to my profile
        </ButtonLink>
      </div>
      <ProfileScreen userId={userId} asOthers />
    </div>
  );
}
