import type { Metadata } from "next";
import { CreatePostPage } from "@/components/posts/composer/create-post-page";

export const metadata: Metadata = { title: "Create Post" };

export default function Page() {
  return <CreatePostPage />;
}
