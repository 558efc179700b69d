import type { Metadata } from "next";
import { NoConversationChosen } from "@/components/messages/messages-layout";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Messages") };
}

export default function MessagesPage() {
  return <NoConversationChosen />;
}
