import { NoCaseChosen } from "@/components/moderation/workbench";

/** The open cases, which the layout lists. */
export default function ModerationPage() {
  return <NoCaseChosen />;
}
