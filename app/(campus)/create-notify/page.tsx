import type { Metadata } from "next";
import { CreateNotificationForm } from "@/components/notifications/create-notification-form";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Create Notification") };
}

export default function CreateNotifyPage() {
  return <CreateNotificationForm />;
}
