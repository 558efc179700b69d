import { notFound, redirect } from "next/navigation";
import { findByUsername } from "@/lib/profiles/server/username";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

type Props = { params: Promise<{ username: string }> };

/** Redirects the short address of a profile to the one that survives a change of username. */
export default async function UsernamePage({ params }: Props) {
  const viewer = await pageViewer();
  if (!viewer) return null;
  const userId = await findByUsername(viewer, (await params).username);
  if (!userId) notFound();
  redirect(`/profile/${userId}`);
}
