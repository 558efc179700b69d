"use client";

import { useSyncExternalStore } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { isPlaceKept } from "@/lib/accounts/client/kept-place";

// Most visitors have left off nowhere and load nothing for it.
const KeptPlaceOffer = lazyComponent(
  () => import("@/components/accounts/kept-place-offer").then((module) => module.KeptPlaceOffer),
  { optional: true },
);

const never = () => () => undefined;

/** Offers to go on with signing up where the app was closed. */
export function LandingPlace() {
  const isKept = useSyncExternalStore(never, isPlaceKept, () => false);
  return isKept && <KeptPlaceOffer className="mb-6 max-w-100" />;
}
