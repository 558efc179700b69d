import { redirect } from "next/navigation";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/** Redirects to the viewer's own profile. The session says whose, not what the browser stores. */
export default async function OwnProfilePage({
  searchParams,
}: {
  searchParams: Promise<{ view?: unknown }>;
}) {
  const viewer = await pageViewer();
  const { view } = await searchParams;
  if (viewer) redirect(`/profile/${viewer.id}${view === "list" ? "?view=list" : ""}`);
  return null;
}
