import type { ReactNode } from "react";
import { MessagesLayout } from "@/components/messages/messages-layout";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { conversationsOptions } from "@/lib/messages/client/queries";
import { conversationsQuery } from "@/lib/messages/schema";
import { listConversations } from "@/lib/messages/server/read";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/**
 * The inbox is in the HTML of all pages of messages; the requests are loaded when they are opened.
 */
export default async function Layout({ children }: { children: ReactNode }) {
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(
      firstPage(conversationsOptions("inbox"), () => listConversations(viewer, conversationsQuery.parse({}))),
    ));
  return (
    <HydrateOnce state={state}>
      <MessagesLayout>{children}</MessagesLayout>
    </HydrateOnce>
  );
}
