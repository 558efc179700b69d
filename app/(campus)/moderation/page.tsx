import { CaseList } from "@/components/moderation/case-list";

export default function ModerationPage() {
  return <CaseList list="open" />;
}
