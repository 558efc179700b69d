"use client";

import { useRef } from "react";
import { GROUPED_LIKES, NOTIFICATIONS } from "@/components/gallery/notification-samples";
import { NOON, SERVER_ERROR } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { NotificationList } from "@/components/notifications/notification-list";
import { NotificationSkeletons } from "@/components/notifications/notification-skeletons";
import { SampleNotifications } from "@/components/notifications/sample-notifications";
import { Card } from "@/components/ui/card";

export function Notifications() {
  const restoredKey = useRef<string>(undefined);
  return (
    <Section id="notifications" title="Notifications">
      <Specimen name="like, comment, follow; new and seen; broken thumbnail; long text" bare wide>
        <Card className="max-w-[37.5rem] overflow-hidden">
          <NotificationList notifications={NOTIFICATIONS} restoredKey={restoredKey} loadedAt={NOON} />
        </Card>
      </Specimen>
      <Specimen name="several likes of one post: one expandable row" bare>
        <Card className="overflow-hidden">
          <NotificationList notifications={GROUPED_LIKES} restoredKey={restoredKey} loadedAt={NOON} />
        </Card>
      </Specimen>
      <Specimen name="loading" bare>
        <Card className="overflow-hidden">
          <NotificationSkeletons />
        </Card>
      </Specimen>
      <Specimen name="samples, when the first load failed" bare>
        <Card className="overflow-hidden">
          <SampleNotifications error={SERVER_ERROR} onRetry={() => {}} isPending={false} />
        </Card>
      </Specimen>
    </Section>
  );
}
