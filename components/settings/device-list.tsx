"use client";

import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useSignDeviceOut, useSignOut } from "@/lib/accounts/client/mutations";
import { devicesOptions } from "@/lib/accounts/client/queries";
import type { Device } from "@/lib/accounts/schema";
import { deviceName, isHandheld } from "@/lib/text/device-name";

/** The list is collapsed to this many devices. */
const COLLAPSED_COUNT = 5;

/** The devices the viewer is signed in on, each with a button to log it out. */
export function DeviceList() {
  const [isExpanded, setIsExpanded] = useState(false);
  const query = useQuery(devicesOptions());
  if (query.isPending) {
    return (
      <SkeletonGroup label="Loading devices" className="flex flex-col gap-3">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </SkeletonGroup>
    );
  }
  if (!query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />;
  }
  // Devices are ordered by last use, so the current one is always among the first.
  const shown = isExpanded ? query.data : query.data.slice(0, COLLAPSED_COUNT);
  return (
    <>
      <ul aria-label="Signed-in devices" className="flex flex-col gap-2">
        {shown.map((device) => (
          <DeviceRow key={device._id} device={device} />
        ))}
      </ul>
      {shown.length < query.data.length && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setIsExpanded(true)}>
          Show all {query.data.length} devices
        </Button>
      )}
    </>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const signOut = useSignOut();
  const signDeviceOut = useSignDeviceOut();
  const name = deviceName(device.userAgent);
  const Icon = isHandheld(device.userAgent) ? Smartphone : Laptop;
  const handleLogout = () => {
    // Logging out of the current device also has to clear what this browser stores.
    if (device.isCurrent) signOut.mutate();
    else
      signDeviceOut.mutate(device, {
        onError: () => toast.error("That device couldn't be logged out. Please try again."),
      });
  };
  return (
    <li className="flex items-center gap-3 rounded-field bg-sunken py-2 pr-2 pl-3">
      <Icon aria-hidden className="size-5 shrink-0 text-ink2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-label">
          <span className="truncate">{name}</span>
          {device.isCurrent && <Badge>This device</Badge>}
        </p>
        <p className="text-ink2 text-sm">
          Last used <RelativeTime at={device.lastSeenAt} style="feed" />
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Log out ${device.isCurrent ? "this device" : name}`}
        isPending={signOut.isPending}
        onClick={handleLogout}
      >
        Log out
      </Button>
    </li>
  );
}
