"use client";

import { History, X } from "lucide-react";
import { useStore } from "zustand/react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { announce } from "@/lib/dom/announce";
import { useTranslate } from "@/lib/language/translate";
import { forgetSearch, recentSearches } from "@/lib/people-search/client/recent-searches";

/** Recent searches on this device, to repeat or remove. */
export function RecentSearches({ onChoose }: { onChoose: (search: string) => void }) {
  const t = useTranslate();
  const { searches } = useStore(recentSearches);
  if (searches.length === 0) return null;
  const clear = () => {
    recentSearches.clear();
    announce(t("Recent searches cleared."));
  };
  const forget = (search: string) => {
    forgetSearch(search);
    announce(t("{search} forgotten.", { search }));
  };
  return (
    <Card bleed className="p-4 md:p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg">{t("Recent searches")}</h2>
        <Button variant="ghost" size="sm" onClick={clear}>
          {t("Clear all")}
        </Button>
      </div>
      <ul aria-label={t("Recent searches")} className="mt-1">
        {searches.map((search) => (
          <li key={search} className="-mx-2 flex items-center">
            <button
              type="button"
              onClick={() => onChoose(search)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-field px-2 text-left transition-colors hover:bg-sunken"
            >
              <History aria-hidden className="size-4.5 shrink-0 text-ink2" />
              <bdi className="truncate">{search}</bdi>
            </button>
            <IconButton label={t("Forget {search}", { search })} onClick={() => forget(search)}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
