import { notFound } from "next/navigation";
import { ComplaintsList } from "@/components/complaints/complaints-list";
import { AppealsList } from "@/components/moderation/appeals-list";
import { CaseScreen } from "@/components/moderation/case-screen";
import { NoCaseChosen } from "@/components/moderation/workbench";
import { idParam } from "@/lib/api/pagination";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

type Props = { params: Promise<{ section: string }> };

/** A section of moderation, else the case with that id. */
export default async function SectionPage({ params }: Props) {
  const { section } = await params;
  switch (section) {
    case "mine":
    case "closed":
      // The layout lists them.
      return <NoCaseChosen />;
    case "appeals":
      return <AppealsList />;
    case "complaints":
      return (await isAdmin()) ? <ComplaintsList /> : notFound();
  }
  const { data: caseId } = idParam.safeParse(section);
  return caseId ? <CaseScreen caseId={caseId} /> : notFound();
}

const isAdmin = async () => (await pageViewer())?.staffRole === "admin";
