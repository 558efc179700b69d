import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { DeactivatedProfile } from "@/components/users/missing-profile";
import { ProfileScreen } from "@/components/users/profile-screen";
import { ApiError } from "@/lib/api/errors";
import { pageViewer } from "@/lib/auth/page-viewer";
import { type User, userParams } from "@/lib/users/contract";
import { prefetchProfile } from "@/lib/users/prefetch";
import { getUser } from "@/lib/users/service/profile";

type Props = { params: Promise<{ userId: string }> };

/** The person of the address, or why there is none; read once for the title and the page. */
const findPerson = cache(async (userId: string): Promise<User | "not_found" | "user_deactivated"> => {
  const viewer = await pageViewer();
  const { data } = userParams.safeParse({ userId });
  if (!viewer || !data) return "not_found";
  try {
    return await getUser(viewer, data.userId);
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "not_found" || code === "user_deactivated") return code;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const person = await findPerson((await params).userId);
  if (person === "not_found") return { title: "User not found" };
  return { title: person === "user_deactivated" ? "Account deactivated" : person.name };
}

export default async function ProfilePage({ params }: Props) {
  const { userId } = await params;
  const viewer = await pageViewer();
  if (!viewer) return null;
  const person = await findPerson(userId);
  if (person === "not_found") notFound();
  if (person === "user_deactivated") return <DeactivatedProfile />;
  return (
    <HydrationBoundary state={await prefetchProfile(viewer, person)}>
      <ProfileScreen key={person._id} userId={person._id} />
    </HydrationBoundary>
  );
}
