"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ComposerDialog } from "@/components/posts/composer/composer-dialog";
import { RestorePending } from "@/components/posts/pending-post/pending-slot";
import { lazyComponent } from "@/components/ui/lazy-component";
import { suspended } from "@/lib/api/client/request";
import { usersKeys } from "@/lib/profiles/client/cache";
import { useMe } from "@/lib/profiles/client/queries";

const OfflineWatch = lazyComponent(
  () => import("@/components/shell/offline-watch").then((module) => module.OfflineWatch),
  { optional: true },
);
const KeyboardSupport = lazyComponent(
  () => import("@/components/shell/keyboard-support").then((module) => module.KeyboardSupport),
  { optional: true },
);

const Moments = lazyComponent(
  () => import("@/components/profiles/moments").then((module) => module.Moments),
  { optional: true },
);
const SuspensionBanner = lazyComponent(
  () => import("@/components/moderation/suspension-banner").then((module) => module.SuspensionBanner),
  { optional: true },
);

/** What shows the viewer a suspension, also of one that comes while the page is open. */
function SuspensionNotice() {
  const client = useQueryClient();
  const suspension = useMe()?.suspension;
  useEffect(
    () => suspended.subscribe(() => void client.invalidateQueries({ queryKey: usersKeys.me() })),
    [client],
  );
  return suspension && <SuspensionBanner suspension={suspension} />;
}

/**
 * What every screen has and none needs at first paint: the notices about connection and version,
 * what the keyboard can do, and the posts that a reload has interrupted.
 */
export function LateLayer() {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return (
    <>
      {/* A live region must exist before its content, or screen readers skip the announcement. */}
      <div
        role="status"
        className="sticky top-[env(safe-area-inset-top)] z-20 flex flex-col md:top-0 print:hidden"
      >
        {isMounted && <OfflineWatch />}
      </div>
      <SuspensionNotice />
      {isMounted && <KeyboardSupport />}
      {isMounted && <Moments />}
      <ComposerDialog />
      <RestorePending />
    </>
  );
}
