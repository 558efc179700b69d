import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

/** The shape of a profile, while it loads. */
export function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading profile" className="card-bleed overflow-clip">
      <Skeleton className="h-32 rounded-none xs:h-36 md:h-45" />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <Skeleton className="-mt-11 size-26 rounded-full border-4 border-surface" />
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-64" />
      </div>
    </SkeletonGroup>
  );
}
