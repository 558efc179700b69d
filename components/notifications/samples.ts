import type { Notification } from "@/lib/notifications/schema";

/**
 * Shown when the first load fails: notifications of people who do not exist. They are marked as
 * samples, lead nowhere, are never counted and have no actions.
 */
export type SampleNotification = Pick<Notification, "_id" | "type" | "message"> & {
  name: string;
  /** Minutes ago. */
  age: number;
  seen: boolean;
};

const HOUR = 60;
const DAY = 24 * HOUR;

export const SAMPLES: readonly SampleNotification[] = [
  { _id: "sample-1", type: "like", name: "Kabir Rao", message: "liked your post", age: 4, seen: false },
  {
    _id: "sample-2",
    type: "comment",
    name: "Meera Joshi",
    message: "commented: “Which roof is this?”",
    age: 32,
    seen: false,
  },
  {
    _id: "sample-3",
    type: "follow",
    name: "Dev Patel",
    message: "joined your circle",
    age: 3 * HOUR,
    seen: true,
  },
  { _id: "sample-4", type: "like", name: "Ananya Singh", message: "liked your post", age: DAY, seen: true },
  {
    _id: "sample-5",
    type: "follow",
    name: "Rohan Gupta",
    message: "joined your circle",
    age: 14 * DAY,
    seen: true,
  },
];
