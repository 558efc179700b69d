import { ConversationSkeleton } from "@/components/messages/conversation-screen";

export default function Loading() {
  return <ConversationSkeleton />;
}
