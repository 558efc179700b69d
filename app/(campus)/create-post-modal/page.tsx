import type { Metadata } from "next";
import { Home } from "@/app/(campus)/home";
import { CreatePostModal } from "@/components/posts/composer/create-post-modal";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Create Post") };
}

/** The composer's address, opened in a new tab or from elsewhere: the feed is below it. */
export default function CreatePostModalPage() {
  return (
    <>
      <Home />
      <CreatePostModal />
    </>
  );
}
