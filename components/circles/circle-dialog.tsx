"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useState } from "react";
import { PeopleList } from "@/components/circles/people-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchField } from "@/components/ui/search-field";
import { type CircleSide, circleOptions } from "@/lib/circles/client/queries";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";

type Props = {
  userId: string;
  /** The circle's owner, for the text of an empty list. */
  name: string;
  isMe: boolean;
  side: CircleSide;
  onClose: () => void;
};

const TITLES: Record<CircleSide, string> = { circle: "In circle", circles: "Circles joined" };

/** The people in a circle, or the circles a person has joined. Searchable. */
export function CircleDialog({ userId, name, isMe, side, onClose }: Props) {
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const query = useInfiniteQuery(circleOptions(userId, side, q));
  const title = isMe && side === "circle" ? "Your Circle" : TITLES[side];
  // An empty circle needs no search field.
  const isEmpty = q === "" && query.data?.pages[0]?.users.length === 0;
  return (
    <Dialog open onOpenChange={onClose} title={title} width="sm">
      <div className="flex flex-col gap-4">
        {!(isEmpty && text === "") && (
          <SearchField label="Search these people" value={text} onChange={setText} />
        )}
        <div className="min-h-80">
          <PeopleList
            label={title}
            query={query}
            onOpen={(person) => person._id === userId && onClose()}
            empty={q === "" ? <EmptyCircle name={name} isMe={isMe} side={side} /> : <NoMatches />}
          />
        </div>
      </div>
    </Dialog>
  );
}

const NoMatches = () => <EmptyState icon={Users} title="No users found" />;

function EmptyCircle({ name, isMe, side }: Pick<Props, "name" | "isMe" | "side">) {
  if (side === "circle") {
    return (
      <EmptyState icon={Users} title={isMe ? "No one in your circle yet" : "No one here yet"}>
        {isMe ? "People who join your circle show up here." : `Be the first in ${name}'s circle.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Users} title={isMe ? "You haven't joined any circles yet" : "No circles yet"}>
      {isMe ? "Find classmates in Explore and join theirs." : `${name} hasn't joined any circles yet.`}
    </EmptyState>
  );
}
