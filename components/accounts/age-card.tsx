"use client";

import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useMe } from "@/lib/profiles/client/queries";

const AgeForm = lazyComponent(() =>
  import("@/components/accounts/age-form").then((module) => module.AgeForm),
);

/** Asks whoever has not said, above the feed. */
export function AgeCard() {
  const me = useMe();
  if (!me || me.isAdult !== null || me.suspension) return null;
  return (
    <Card bleed className="p-4 max-md:my-2 md:mb-4">
      <section aria-labelledby="age">
        <h2 id="age" className="text-lg">
          Are you 18?
        </h2>
        <p className="mt-1 mb-3 text-ink2">
          Until you say, you are protected as people under 18 are: only people you joined can write to you,
          and no one is suggested to you.
        </p>
        {/* As tall as the form, so that the posts stay in place. */}
        <AgeForm me={me} fallback={<div className="h-41" />} />
      </section>
    </Card>
  );
}
