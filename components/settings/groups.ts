import {
  Bell,
  CircleQuestionMark,
  Flag,
  FolderDown,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Palette,
  Shield,
  UserRound,
} from "lucide-react";

/** The groups of settings, each a page of its own: `/settings/account`. */
export const SETTINGS_GROUPS = [
  { id: "account", title: "Account", note: "Profile, password, leaving", Icon: UserRound },
  {
    id: "appearance",
    title: "Appearance and videos",
    note: "Theme, autoplay, data, installing",
    Icon: Palette,
  },
  { id: "notifications", title: "Notifications", note: "What you are notified of, and where", Icon: Bell },
  { id: "messages", title: "Messages", note: "Who can write to you, read receipts", Icon: Mail },
  { id: "safety", title: "Safety", note: "Blocks, mutes, muted words", Icon: Shield },
  { id: "reports", title: "My reports", note: "What you reported, and what came of it", Icon: Flag },
  { id: "devices", title: "Devices", note: "Where you are signed in", Icon: MonitorSmartphone },
  { id: "data", title: "Your data", note: "Download everything we hold", Icon: FolderDown },
  { id: "about", title: "Help and about", note: "Answers, status, version", Icon: CircleQuestionMark },
] as const satisfies readonly { id: string; title: string; note: string; Icon: LucideIcon }[];

export type SettingsGroupId = (typeof SETTINGS_GROUPS)[number]["id"];
