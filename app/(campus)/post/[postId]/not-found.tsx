import { MissingPost } from "@/components/posts/missing-post";

export default function PostNotFound() {
  return <MissingPost />;
}
