"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { send } from "@/lib/api/client/http";

/**
 * Tells the server which screen is looked at, at each change of route (the specification, §7).
 * Without cookies or token, so that no view can be tied to a person, and kept alive when the page
 * goes away.
 */
export function PageViewBeacon() {
  const path = usePathname();
  const sent = useRef<string>(undefined);
  useEffect(() => {
    // Strict mode runs effects twice; one look is one view.
    if (sent.current === path) return;
    sent.current = path;
    send("POST", "/api/analytics/page-view", { body: { path }, credentials: "omit" }).catch(() => {
      // Offline, or blocked by the person: a view that is not counted is no failure of theirs.
    });
  }, [path]);
  return null;
}
