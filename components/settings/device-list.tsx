"use client";

import { useQuery } from "@tanstack/react-query";
import { Laptop, LogOut, Smartphone } from "lucide-react";
import { useState } from "react";
import { ConfirmIdentity } from "@/components/accounts/password-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { QueryError } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useSignDeviceOut, useSignOtherDevicesOut } from "@/lib/accounts/client/mutations";
import { devicesOptions } from "@/lib/accounts/client/queries";
import type { Device } from "@/lib/accounts/schema";
import { apiError, failureMessage } from "@/lib/api/client/api-client-error";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { useMe } from "@/lib/profiles/client/queries";
import { deviceName, isHandheld } from "@/lib/text/device-name";

/** The list is collapsed to this many devices. */
const COLLAPSED_COUNT = 5;

/**
 * The devices the viewer is signed in on: this one first, then the others with buttons to log them
 * out.
 */
export function DeviceList() {
  const t = useTranslate();
  const [isExpanded, setIsExpanded] = useState(false);
  /** What the person is asked to confirm: logging out one device, or all others. */
  const [asked, setAsked] = useState<Device | "others">();
  const signDeviceOut = useSignDeviceOut();
  const signOthersOut = useSignOtherDevicesOut();
  const needsProof = apiError(signOthersOut.error)?.is("reauthenticate") ?? false;
  const me = useMe();
  const query = useQuery(devicesOptions());
  if (query.isPending) {
    return (
      <SkeletonGroup label={t("Loading devices")} className="flex flex-col gap-2">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </SkeletonGroup>
    );
  }
  if (!query.data) return <QueryError query={query} />;
  const handleLogout = (device: Device | "others") => {
    if (device === "others") {
      signOthersOut.mutate(undefined, {
        onSuccess: () => toast.success(t("All other devices are logged out.")),
        onError: (error) => {
          if (apiError(error)?.is("reauthenticate")) return;
          toast.error(
            failureMessage(error, t("Your other devices couldn't be logged out. Please try again.")),
          );
        },
      });
    } else {
      signDeviceOut.mutate(device, {
        onSuccess: () =>
          toast.success(t("{device} is logged out.", { device: deviceName(device.userAgent) })),
        onError: (error) =>
          toast.error(failureMessage(error, t("That device couldn't be logged out. Please try again."))),
      });
    }
  };
  const shown = isExpanded ? query.data : query.data.slice(0, COLLAPSED_COUNT);
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={t("Signed-in devices")} className="flex flex-col gap-2">
        {shown.map((device) => (
          <DeviceRow key={device._id} device={device} onLogout={() => setAsked(device)} />
        ))}
      </ul>
      {shown.length < query.data.length && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setIsExpanded(true)}>
          {t("Show all {count} devices", { count: query.data.length })}
        </Button>
      )}
      {query.data.length > 1 && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          isPending={signOthersOut.isPending}
          onClick={() => setAsked("others")}
        >
          <LogOut aria-hidden />
          {t("Log out all other devices")}
        </Button>
      )}
      {needsProof && me && (
        <ConfirmIdentity
          email={me.email}
          onClose={signOthersOut.reset}
          onConfirmed={() => handleLogout("others")}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={
            asked === "others"
              ? t("Log out all other devices?")
              : t("Log out {device}?", { device: deviceName(asked.userAgent) })
          }
          description={t("Logging in there again takes a new code or your password.")}
          confirmLabel={t("Log out")}
          onConfirm={() => {
            setAsked(undefined);
            handleLogout(asked);
          }}
        />
      )}
    </div>
  );
}

function DeviceRow({ device, onLogout }: { device: Device; onLogout: () => void }) {
  const t = useTranslate();
  const name = deviceName(device.userAgent);
  const Icon = isHandheld(device.userAgent) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 rounded-field bg-sunken py-2 pr-2 pl-3">
      <Icon aria-hidden className="size-5 shrink-0 text-ink2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-label">
          <span className="truncate">{name}</span>
          {device.isCurrent && <Badge>{t("This device")}</Badge>}
        </p>
        <p className="text-ink2 text-sm">
          {device.isCurrent ? (
            t("In use now")
          ) : (
            <Rich
              text="Last used {when}"
              values={{ when: <RelativeTime at={device.lastSeenAt} style="spoken" /> }}
            />
          )}{" "}
          <Rich
            text="{dot} Signed in {when}"
            values={{
              dot: <span aria-hidden>·</span>,
              when: <RelativeTime at={device.createdAt} style="spoken" />,
            }}
          />
        </p>
      </div>
      {!device.isCurrent && (
        <Button variant="ghost" size="sm" aria-label={t("Log out {name}", { name })} onClick={onLogout}>
          {t("Log out")}
        </Button>
      )}
    </li>
  );
}
