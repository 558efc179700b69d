"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CircleOff, Flag, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { OpenCaseItem } from "@/components/safety/open-case-item";
import type { Reported } from "@/components/safety/report-dialog";
import { type MenuPerson, usePersonActions } from "@/components/safety/use-person-actions";
import { lazyComponent } from "@/components/ui/lazy-component";
import { MenuItem } from "@/components/ui/menu";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { userOptions } from "@/lib/profiles/client/queries";
import type { ReportSubject } from "@/lib/reports/policy";

const MuteDialog = lazyComponent(() =>
  import("@/components/safety/person-dialogs").then((module) => module.MuteDialog),
);
const BlockDialog = lazyComponent(() =>
  import("@/components/safety/person-dialogs").then((module) => module.BlockDialog),
);

const ReportDialog = lazyComponent(() =>
  import("@/components/safety/report-dialog").then((module) => module.ReportDialog),
);

const REPORT_ITEMS: Record<Exclude<ReportSubject, "person">, string> = {
  post: "Report post",
  comment: "Report comment",
  message: "Report message",
  notification: "Report notification",
};

type Asked = "mute" | "block" | "report";

type Options = {
  /** What the menu is about, if that is not the person. */
  reported?: Reported;
  /** Called as the person is blocked, for a screen that is about them alone. */
  onBlock?: () => void;
  /** Loads whether the person is blocked or muted, on screens that still show them. */
  isRelationLoaded?: boolean;
};

/**
 * What every menu about another person offers: to report what it is about, to mute and to block
 * them, or to undo that. The caller puts `items` into its menu and `dialog` next to it.
 */
export function usePersonMenu(
  person: MenuPerson,
  options: Options = {},
): { items: ReactNode; dialog: ReactNode } {
  const t = useTranslate();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const props = { person, onClose: close, onLoadError: close };
  const { reported = { subject: "person", subjectId: person._id } } = options;
  return {
    items: (
      <>
        <MenuItem icon={<Flag aria-hidden />} onSelect={() => setAsked("report")}>
          {reported.subject === "person" ? (
            <Named text="Report {name}" person={person} />
          ) : (
            t(REPORT_ITEMS[reported.subject])
          )}
        </MenuItem>
        <OpenCaseItem reported={reported} />
        <PersonItems person={person} isRelationLoaded={options.isRelationLoaded} onAsk={setAsked} />
      </>
    ),
    dialog: (
      <>
        {asked === "report" && <ReportDialog {...props} reported={reported} />}
        {asked === "mute" && <MuteDialog {...props} />}
        {asked === "block" && <BlockDialog {...props} onBlock={options.onBlock} />}
      </>
    ),
  };
}

type ItemsProps = {
  person: MenuPerson;
  isRelationLoaded: boolean | undefined;
  onAsk: (asked: Asked) => void;
};

function PersonItems({ person, isRelationLoaded = false, onAsk }: ItemsProps) {
  const { data } = useQuery({ ...userOptions(person._id), enabled: isRelationLoaded });
  const { unmute, unblock } = usePersonActions(person);
  if (data?.isBlocked) {
    return (
      <MenuItem icon={<CircleOff aria-hidden />} onSelect={() => void unblock()}>
        <Named text="Unblock {name}" person={person} />
      </MenuItem>
    );
  }
  return (
    <>
      {data?.isMuted ? (
        <MenuItem icon={<Volume2 aria-hidden />} onSelect={() => void unmute()}>
          <Named text="Unmute {name}" person={person} />
        </MenuItem>
      ) : (
        <MenuItem icon={<VolumeX aria-hidden />} onSelect={() => onAsk("mute")}>
          <Named text="Mute {name}" person={person} />
        </MenuItem>
      )}
      <MenuItem icon={<Ban aria-hidden />} danger onSelect={() => onAsk("block")}>
        <Named text="Block {name}" person={person} />
      </MenuItem>
    </>
  );
}

/** A long name is cut, so that the menu is no wider than a phone. */
const Named = ({ text, person }: { text: string; person: MenuPerson }) => (
  <span className="block max-w-56 truncate">
    <Rich text={text} values={{ name: <bdi>{person.name}</bdi> }} />
  </span>
);
