"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { send } from "@/lib/api/client/http";

/**
 * Counts a page view at each change of route. The request has neither cookie nor token, so that no
 * view can be linked to a person.
 */
export function PageViewBeacon() {
  const path = usePathname();
  const lastPath = useRef<string>(undefined);
  useEffect(() => {
    // Strict mode runs effects twice; count one view.
    if (lastPath.current === path) return;
    lastPath.current = path;
    send("POST", "/api/analytics/page-view", { body: { path }, credentials: "omit" }).catch(() => {
      // Offline or blocked: an uncounted view is not worth an error.
    });
  }, [path]);
  return null;
}
