import type { Metadata } from "next";
import { NoConversationChosen } from "@/components/messages/messages-layout";

export const metadata: Metadata = { title: "Messages" };

export default function MessagesPage() {
  return <NoConversationChosen />;
}
