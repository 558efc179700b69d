import type { Metadata } from "next";
import { CreateNotificationForm } from "@/components/notifications/create-notification-form";

export const metadata: Metadata = { title: "Create Notification" };

export default function CreateNotifyPage() {
  return <CreateNotificationForm />;
}
