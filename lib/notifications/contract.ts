import * as z from "zod/mini";
import { optionalBody } from "@/lib/api/optional-body";
import { idParam, pageFields, pageQuery } from "@/lib/api/pages";
import { prose } from "@/lib/api/text-fields";
import { memberShape } from "@/lib/users/contract";

/** Numbers of contract §4 and the specification, §9. */
export const NOTIFICATIONS_PAGE = 20;
export const MESSAGE_MAX = 280;
/** How many can be marked as seen by their ids in one call. */
export const MARKED_MAX = 500;

export const notificationTypeField = z.enum(["like", "comment", "follow"]);
export type NotificationType = z.infer<typeof notificationTypeField>;

export const notificationShape = z.object({
  _id: z.string(),
  /** Any text: a tab that was opened before a new type came shows it too, in grey. */
  type: z.string(),
  /** Addition: sent by a member by hand, and not because something happened. */
  custom: z.boolean(),
  message: z.string(),
  senderId: memberShape,
  postId: z.nullable(
    z.object({
      _id: z.string(),
      mediaUrl: z.string(),
      mediaType: z.enum(["image", "video"]),
      thumbnail: z.string(),
    }),
  ),
  seen: z.boolean(),
  createdAt: z.string(),
});
export type Notification = z.infer<typeof notificationShape>;

export const notificationsQuery = pageQuery(NOTIFICATIONS_PAGE);
const { total: totalCount, ...paging } = pageFields;
export const notificationsAnswer = z.object({
  notifications: z.array(notificationShape),
  totalCount,
  ...paging,
  unreadCount: z.int(),
});
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>;

export const notificationParams = z.object({ notificationId: idParam });
export const notificationAnswer = z.object({ notification: notificationShape });
/** Which ones `mark-all-seen` is about; without them all. */
export const seenAllBody = optionalBody({
  ids: z.array(idParam).check(z.minLength(1), z.maxLength(MARKED_MAX)),
});
export const seenAllAnswer = z.object({ updated: z.int() });
export const messageAnswer = z.object({ message: z.string() });

export const newNotificationBody = z.strictObject({
  receiverId: z.string().check(z.trim(), z.maxLength(100)),
  type: notificationTypeField,
  message: prose({ min: 1, max: MESSAGE_MAX, tooShort: "Please write a message." }),
  postId: z.nullish(z.string().check(z.trim(), z.maxLength(100))),
});
export type NewNotification = z.input<typeof newNotificationBody>;
/** `created` is false for what was there already. The notification is as its sender knows it: never seen. */
export const newNotificationAnswer = z.extend(notificationAnswer, { created: z.boolean() });
export type NewNotificationAnswer = z.infer<typeof newNotificationAnswer>;

/** What a person has switched on. Additions: the specification has no settings for notifications. */
export const preferencesShape = z.object({
  like: z.boolean(),
  comment: z.boolean(),
  follow: z.boolean(),
  /** What other members send by hand. */
  custom: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof preferencesShape>;
export const preferencesBody = z.strictObject(z.partial(preferencesShape).shape);
export const preferencesAnswer = z.object({
  preferences: preferencesShape,
  /** The key to subscribe a browser with; null where push is off. */
  pushKey: z.nullable(z.string()),
});
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>;

/** Browsers of one person that may be told; the one that asked first gives way. */
export const SUBSCRIPTIONS_MAX = 20;

const endpointField = z.url({ protocol: /^https?$/ }).check(z.maxLength(1000));
const keyField = z.string().check(z.maxLength(100), z.regex(/^[\w-]+={0,2}$/, "must be base64url"));
/** What `PushSubscription.toJSON()` of a browser gives. */
export const subscriptionBody = z.strictObject({
  endpoint: endpointField,
  expirationTime: z.nullish(z.number()),
  keys: z.strictObject({ p256dh: keyField, auth: keyField }),
});
export type SubscriptionBody = z.infer<typeof subscriptionBody>;
export const unsubscribeBody = z.strictObject({ endpoint: endpointField });
