type Section = { id: string; title: string; adminOnly?: true };

/** The sections of `/moderation`; the first is the page itself. Other addresses below it are cases. */
export const SECTIONS: readonly Section[] = [
  { id: "open", title: "Open" },
  { id: "mine", title: "Mine" },
  { id: "closed", title: "Closed" },
  { id: "appeals", title: "Appeals" },
  { id: "notices", title: "Notices" },
  { id: "log", title: "Log" },
  { id: "numbers", title: "Numbers" },
  { id: "members", title: "Members", adminOnly: true },
];
