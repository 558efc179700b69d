import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

/** The shape of people's rows, while they load. */
export function PersonSkeletons({ count = 5, label = "Loading people" }: { count?: number; label?: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no id
        <div key={index} className="flex min-h-11 items-center gap-3">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="h-9 w-28 rounded-full" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
