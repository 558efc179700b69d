"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { UserMinus, Users } from "lucide-react";
import { useState } from "react";
import { PeopleList } from "@/components/circles/people-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { SearchField } from "@/components/ui/search-field";
import { type CircleSide, circleOptions } from "@/lib/circles/client/queries";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import type { UserListItem } from "@/lib/profiles/schema";
import { isolated } from "@/lib/text/names";

const RemoveDialog = lazyComponent(() =>
  import("@/components/circles/remove-dialog").then((module) => module.RemoveDialog),
);

type Props = {
  userId: string;
  /** The circle's owner, for the text of an empty list. */
  name: string;
  isMe: boolean;
  side: CircleSide;
  onClose: () => void;
};

const TITLES: Record<CircleSide, string> = { circle: "In circle", circles: "Circles joined" };

/**
 * The people in a circle, or the circles a person has joined. Searchable. From one's own circle,
 * people can be removed.
 */
export function CircleDialog({ userId, name, isMe, side, onClose }: Props) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const query = useInfiniteQuery(circleOptions(userId, side, q));
  const [removed, setRemoved] = useState<UserListItem>();
  const closeRemoval = () => setRemoved(undefined);
  const title = isMe && side === "circle" ? t("Your Circle") : t(TITLES[side]);
  // An empty circle needs no search field.
  const isEmpty = q === "" && query.data?.pages[0]?.users.length === 0;
  return (
    <Dialog open onOpenChange={onClose} title={title} width="sm">
      <div className="flex flex-col gap-4">
        {!(isEmpty && text === "") && (
          <SearchField label={t("Search these people")} value={text} onChange={setText} />
        )}
        <div className="min-h-80">
          <PeopleList
            label={title}
            query={query}
            onOpen={(person) => person._id === userId && onClose()}
            action={
              isMe && side === "circle"
                ? (person) => (
                    <IconButton
                      label={t("Remove {name} from your circle", { name: isolated(person.name) })}
                      tone="danger"
                      className="-ml-2"
                      onClick={() => setRemoved(person)}
                    >
                      <UserMinus aria-hidden />
                    </IconButton>
                  )
                : undefined
            }
            empty={q === "" ? <EmptyCircle name={name} isMe={isMe} side={side} /> : <NoMatches />}
          />
        </div>
      </div>
      {removed && <RemoveDialog person={removed} onClose={closeRemoval} onLoadError={closeRemoval} />}
    </Dialog>
  );
}

const NoMatches = () => {
  const t = useTranslate();
  return <EmptyState icon={Users} title={t("No users found")} />;
};

function EmptyCircle({ name, isMe, side }: Pick<Props, "name" | "isMe" | "side">) {
  const t = useTranslate();
  if (side === "circle") {
    return (
      <EmptyState icon={Users} title={isMe ? t("No one in your circle yet") : t("No one here yet")}>
        {isMe
          ? t("People who join your circle show up here.")
          : t("Be the first in {name}'s circle.", { name: isolated(name) })}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Users} title={isMe ? t("You haven't joined any circles yet") : t("No circles yet")}>
      {isMe
        ? t("Find classmates in Explore and join theirs.")
        : t("{name} hasn't joined any circles yet.", { name: isolated(name) })}
    </EmptyState>
  );
}
