import { redirect } from "next/navigation";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/** One's own profile: the session says whose, whatever the browser has stored. */
export default async function OwnProfilePage() {
  const viewer = await pageViewer();
  if (viewer) redirect(`/profile/${viewer.id}`);
  return null;
}
