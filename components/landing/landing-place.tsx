"use client";

import { useSyncExternalStore } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { isPlaceSaved } from "@/lib/accounts/client/sign-up-storage";

// Most visitors have left off nowhere and load nothing for it.
const SavedPlaceOffer = lazyComponent(
  () => import("@/components/accounts/saved-place-offer").then((module) => module.SavedPlaceOffer),
  { optional: true },
);

const never = () => () => undefined;

/** Offers to go on with signing up where the app was closed. */
export function LandingPlace() {
  const isSaved = useSyncExternalStore(never, isPlaceSaved, () => false);
  return isSaved && <SavedPlaceOffer className="mb-6 max-w-100" />;
}
