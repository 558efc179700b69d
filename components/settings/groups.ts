import {
  Bell,
  CircleQuestionMark,
  EyeOff,
  Flag,
  FolderDown,
  Gavel,
  type LucideIcon,
  Mail,
  MonitorPlay,
  MonitorSmartphone,
  Shield,
  UserRound,
} from "lucide-react";
import { DECISIONS, SETTINGS } from "@/lib/paths";

type Row = { title: string; note: string; Icon: LucideIcon };

/** The groups of settings, each a page of its own: `/settings/devices`. */
export const SETTINGS_GROUPS = [
  {
    id: "appearance",
    title: "Videos and data",
    note: "Autoplay, descriptions, shortcuts, installing",
    Icon: MonitorPlay,
  },
  { id: "notifications", title: "Notifications", note: "What you are notified of, and where", Icon: Bell },
  { id: "messages", title: "Messages", note: "Who can write to you, read receipts", Icon: Mail },
  { id: "privacy", title: "Privacy", note: "Your year, the directory, mentions", Icon: EyeOff },
  { id: "safety", title: "Safety", note: "Blocks, mutes, muted words", Icon: Shield },
  { id: "reports", title: "My reports", note: "What you reported, and what came of it", Icon: Flag },
  { id: "devices", title: "Devices", note: "Where you are signed in", Icon: MonitorSmartphone },
  { id: "data", title: "Your data", note: "Download everything we hold", Icon: FolderDown },
  { id: "about", title: "Help and about", note: "Answers, status, version", Icon: CircleQuestionMark },
] as const satisfies readonly (Row & { id: string })[];

export type SettingsGroupId = (typeof SETTINGS_GROUPS)[number]["id"];

/** What `/settings` itself shows. Where the rows are next to it, it is one of them. */
export const ACCOUNT_ROW: Row & { href: string } = {
  href: SETTINGS,
  title: "Account",
  note: "Theme, language, profile, password, leaving",
  Icon: UserRound,
};

/** The rows that lead to pages of settings. */
export const SETTINGS_ROWS: readonly (Row & { href: string })[] = SETTINGS_GROUPS.flatMap(
  ({ id, ...row }) => [
    { href: `${SETTINGS}/${id}`, ...row },
    ...(id === "reports"
      ? [
          {
            href: DECISIONS,
            title: "Decisions about you",
            note: "What moderators decided, and appeals",
            Icon: Gavel,
          },
        ]
      : []),
  ],
);
