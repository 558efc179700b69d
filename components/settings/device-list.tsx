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
import { useSignDeviceOut } from "@/lib/accounts/client/mutations";
import { devicesOptions } from "@/lib/accounts/client/queries";
import { useSignOut } from "@/lib/accounts/client/sign-out";
import type { Device } from "@/lib/accounts/schema";
import { deviceName, isHandheld } from "@/lib/text/device-name";

/** Most devices shown before somebody asks for all of them. */
const SHOWN = 5;

/** Where one is signed in, each with a way to end it. */
export function DeviceList() {
  const [isOpen, setOpen] = useState(false);
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
    return <ErrorState error={query.error} onRetry={() => query.refetch()} retrying={query.isFetching} />;
  }
  // The most recently used come first, and with them the one in front of the person.
  const shown = isOpen ? query.data : query.data.slice(0, SHOWN);
  return (
    <>
      <ul aria-label="Signed-in devices" className="flex flex-col gap-2">
        {shown.map((device) => (
          <DeviceRow key={device._id} device={device} />
        ))}
      </ul>
      {shown.length < query.data.length && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setOpen(true)}>
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
  const press = () => {
    // Ending this very session is logging out, with all that belongs to it.
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
        loading={signOut.isPending}
        onClick={press}
      >
        Log out
      </Button>
    </li>
  );
}
