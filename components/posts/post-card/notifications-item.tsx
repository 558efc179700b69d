"use client";

import { Bell, BellOff } from "lucide-react";
import { MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useMutePost } from "@/lib/posts/client/post-settings";
import type { Post } from "@/lib/posts/schema";

/** In the menu of a post: switches notifications about it off, or on again. */
export function NotificationsItem({ post }: { post: Post }) {
  const t = useTranslate();
  const { mutateAsync } = useMutePost(post);
  const { isMuted } = post;
  const toggle = () => {
    toast.success(
      isMuted
        ? t("You get notifications about this post again.")
        : t("No more notifications about this post."),
    );
    mutateAsync(!isMuted).catch((error: unknown) => {
      toast.error(failureMessage(error, t("That choice couldn't be saved. Please try again.")));
    });
  };
  return (
    <MenuItem icon={isMuted ? <Bell aria-hidden /> : <BellOff aria-hidden />} onSelect={toggle}>
      {isMuted ? t("Turn on notifications") : t("Turn off notifications")}
    </MenuItem>
  );
}
