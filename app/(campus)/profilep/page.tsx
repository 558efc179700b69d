import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OwnPreview } from "@/components/users/own-preview";
import { pageViewer } from "@/lib/auth/page-viewer";
import { prefetchProfile } from "@/lib/users/prefetch";
import { getUser } from "@/lib/users/service/profile";

export const metadata: Metadata = { title: "Your profile, as others see it" };

export default async function ProfilePreviewPage() {
  const viewer = await pageViewer();
  if (!viewer) return null;
  const me = await getUser(viewer, viewer.id);
  return (
    <HydrationBoundary state={await prefetchProfile(viewer, me)}>
      <OwnPreview userId={viewer.id} />
    </HydrationBoundary>
  );
}
