import { notFound, redirect } from "next/navigation";
import { NumbersScreen } from "@/components/college/campus-numbers";
import { LogScreen } from "@/components/college/log-screen";
import { PeopleScreen } from "@/components/college/people-screen";
import { NoticesScreen } from "@/components/notices/notices-screen";
import { departments } from "@/lib/campus/server/campus";
import { COLLEGE_NUMBERS } from "@/lib/paths";
import { COLLEGES } from "@/lib/product";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

type Props = { params: Promise<{ section: string }> };

/** A section of the place for the college. What moderators read too opens for them as well. */
export default async function SectionPage({ params }: Props) {
  const { section } = await params;
  switch (section) {
    case "people":
      // Also where `/college` redirects (next.config.ts), so moderators go on to the first that is
      // theirs.
      return (await isAdmin()) ? <PeopleScreen departments={DEPARTMENTS} /> : redirect(COLLEGE_NUMBERS);
    case "notices":
      return (await isAdmin()) ? <NoticesScreen /> : notFound();
    case "numbers":
      return <NumbersScreen />;
    case "log":
      return <LogScreen />;
  }
  return notFound();
}

const DEPARTMENTS = Object.fromEntries(COLLEGES.map(({ code }) => [code, departments(code)]));

const isAdmin = async () => (await pageViewer())?.staffRole === "admin";
