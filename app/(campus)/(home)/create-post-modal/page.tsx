import type { Metadata } from "next";
import { CreatePostModal } from "@/components/posts/composer/create-post-modal";

export const metadata: Metadata = { title: "Create Post" };

export default function CreatePostModalPage() {
  return <CreatePostModal />;
}
