import { NotificationSkeletons } from "@/components/notifications/notification-skeletons";
import { Card } from "@/components/ui/card";

export default function NotifyLoading() {
  return (
    <Card bleed className="overflow-hidden">
      <NotificationSkeletons />
    </Card>
  );
}
