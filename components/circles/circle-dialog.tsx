"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useState } from "react";
import { PeopleList } from "@/components/circles/people-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchField } from "@/components/ui/search-field";
import { BACK_BUTTON_QUERY } from "@/lib/dom/use-back-to-close";
import { useDebouncedValue } from "@/lib/dom/use-debounced-value";
import { useMediaQuery } from "@/lib/dom/use-media-query";
import type { CircleSide } from "@/lib/profiles/client/keys";
import { circleOptions } from "@/lib/profiles/client/queries";
import { SEARCH_DEBOUNCE_MS } from "@/lib/profiles/limits";

type Props = {
  userId: string;
  /** Whose circle, for the empty list. */
  name: string;
  isMe: boolean;
  side: CircleSide;
  onClose: () => void;
};

const TITLES: Record<CircleSide, string> = { circle: "In circle", circles: "Circles joined" };

/** Who is in a circle, or whose circles somebody joined: searchable, with everybody's button. */
export function CircleDialog({ userId, name, isMe, side, onClose }: Props) {
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const query = useInfiniteQuery(circleOptions(userId, side, q));
  const title = isMe && side === "circle" ? "Your Circle" : TITLES[side];
  // Where nobody is, there is nobody to search.
  const isEmpty = q === "" && query.data?.pages[0]?.users.length === 0;
  // Where the back button closes this dialog, the dialog's own history entry gives way to the
  // profile.
  const hasBack = useMediaQuery(BACK_BUTTON_QUERY);
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
            replace={hasBack}
            onOpen={(person) => person._id === userId && onClose()}
            empty={q === "" ? <Nobody name={name} isMe={isMe} side={side} /> : <NoneFound />}
          />
        </div>
      </div>
    </Dialog>
  );
}

const NoneFound = () => <EmptyState icon={Users} title="No users found" />;

function Nobody({ name, isMe, side }: Pick<Props, "name" | "isMe" | "side">) {
  if (side === "circle") {
    return (
      <EmptyState icon={Users} title={isMe ? "Your circle is waiting" : "Nobody here yet"}>
        {isMe ? "People who join your circle show up here." : `Be the first in ${name}'s circle.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Users} title={isMe ? "You have joined no circle yet" : "No circles yet"}>
      {isMe ? "Find classmates in Explore and join theirs." : `${name} has joined no circle so far.`}
    </EmptyState>
  );
}
