import { NotificationSkeletons } from "@/components/notifications/notification-skeletons";
import { Card } from "@/components/ui/card";

export default function NotifyLoading() {
  return (
    <>
      <div className="flex min-h-14 items-center px-4 md:mb-4 md:min-h-11 md:px-0">
        <h1 className="text-xl md:text-2xl">Notifications</h1>
      </div>
      <Card bleed className="overflow-hidden">
        <NotificationSkeletons />
      </Card>
    </>
  );
}
