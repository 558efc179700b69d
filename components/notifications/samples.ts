import type { Notification } from "@/lib/notifications/schema";

/**
 * What is shown when the first load fails (the specification, §8): five notifications of people who
 * do not exist, marked as samples, without an address to go to, never counted and never acted on
 * (contract §7).
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
