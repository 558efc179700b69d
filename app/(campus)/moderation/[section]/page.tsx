import { notFound } from "next/navigation";
import { ComplaintsList } from "@/components/complaints/complaints-list";
import { AppealsList } from "@/components/moderation/appeals-list";
import { CaseList } from "@/components/moderation/case-list";
import { CaseScreen } from "@/components/moderation/case-screen";
import { LogScreen } from "@/components/moderation/log-screen";
import { MembersScreen } from "@/components/moderation/members-screen";
import { NumbersScreen } from "@/components/moderation/numbers-screen";
import { NoticesScreen } from "@/components/notices/notices-screen";
import { idParam } from "@/lib/api/pagination";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

type Props = { params: Promise<{ section: string }> };

/** A section of moderation, else the case with that id. */
export default async function SectionPage({ params }: Props) {
  const { section } = await params;
  switch (section) {
    case "mine":
    case "closed":
      return <CaseList key={section} list={section} />;
    case "appeals":
      return <AppealsList />;
    case "complaints":
      return (await isAdmin()) ? <ComplaintsList /> : notFound();
    case "log":
      return <LogScreen />;
    case "notices":
      return (await isAdmin()) ? <NoticesScreen /> : notFound();
    case "numbers":
      return <NumbersScreen />;
    case "members":
      return (await isAdmin()) ? <MembersScreen /> : notFound();
  }
  const { data: caseId } = idParam.safeParse(section);
  return caseId ? <CaseScreen caseId={caseId} /> : notFound();
}

const isAdmin = async () => (await pageViewer())?.staffRole === "admin";
