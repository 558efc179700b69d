import { redirect } from "next/navigation";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/** Redirects to the viewer's own profile. The session says whose, not what the browser stores. */
export default async function OwnProfilePage() {
  const viewer = await pageViewer();
  if (viewer) redirect(`/profile/${viewer.id}`);
  return null;
}
