"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SkeletonGroup } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { translate, useTranslate } from "@/lib/language/translate";

type Props<Data> = {
  query: UseQueryResult<Data>;
  /** Their shapes while they load. */
  skeletons: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What a person has chosen, as the server has it: loading, not to be had, or there. */
export function Choices<Data>({
  query: { data, isError, isFetching, refetch },
  skeletons,
  children,
}: Props<Data>) {
  const t = useTranslate();
  if (data !== undefined) return children(data);
  if (isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink2">{t("Your choices couldn't be loaded.")}</p>
        <Button variant="secondary" onClick={() => refetch()} isPending={isFetching}>
          {t("Try Again")}
        </Button>
      </div>
    );
  }
  return (
    <SkeletonGroup label={t("Loading your choices")} className="flex flex-col gap-4">
      {skeletons}
    </SkeletonGroup>
  );
}

/** For the options of a mutation that saves a choice. */
export const choiceNotSaved = (error: unknown) =>
  void toast.error(failureMessage(error, translate("That couldn't be saved. Please try again.")));
