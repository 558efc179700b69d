import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ConversationScreen } from "@/components/messages/conversation-screen";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { logOptions, messagesKeys } from "@/lib/messages/client/queries";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import { type Conversation, conversationParams, messagesQuery } from "@/lib/messages/schema";
import { getConversation, listMessages } from "@/lib/messages/server/read";
import { ApiError } from "@/lib/platform/errors";
import { firstPage, prefetch, seed } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";
import { isolated } from "@/lib/text/names";

type Props = { params: Promise<{ conversationId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getText();
  const conversation = await findConversation((await params).conversationId);
  const name = conversation && (conversation.with?.name ?? DELETED_MEMBER);
  return { title: name ? `${isolated(name)} · ${t("Messages")}` : t("Messages") };
}

export default async function ConversationPage({ params }: Props) {
  const viewer = await pageViewer();
  if (!viewer) return null;
  const conversation = await findConversation((await params).conversationId);
  if (!conversation) notFound();
  const { _id } = conversation;
  const state = await prefetch(
    seed(messagesKeys.conversation(_id), conversation),
    firstPage(logOptions(_id), () => listMessages(viewer, _id, messagesQuery.parse({}))),
  );
  return (
    <HydrateOnce state={state}>
      <ConversationScreen conversationId={_id} />
    </HydrateOnce>
  );
}

/** The conversation in the path, for one of its two people; read once for both title and page. */
const findConversation = cache(async (conversationId: string): Promise<Conversation | undefined> => {
  const viewer = await pageViewer();
  const { data } = conversationParams.safeParse({ conversationId });
  if (!viewer || !data) return undefined;
  try {
    return await getConversation(viewer, data.conversationId);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
});
