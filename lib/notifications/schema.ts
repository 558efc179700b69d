import * as z from "zod";
import { multilineText, optionalSpecifiedBody, specifiedBody } from "@/lib/api/fields";
import { idParam, pageFields, pageQuery } from "@/lib/api/pagination";
import { MARKED_MAX, MESSAGE_MAX, MESSAGE_MISSING, NOTIFICATIONS_PAGE } from "@/lib/notifications/policy";
import { userSummarySchema } from "@/lib/profiles/schema";
import { CARD_BACKGROUNDS } from "@/lib/text/card-look";

/** What a member may choose for a notification sent by hand. */
const customTypeField = z.enum(["like", "comment", "follow"]);
export type CustomType = z.infer<typeof customTypeField>;
export const notificationTypeField = z.enum([...customTypeField.options, "reply", "comment_like", "mention"]);
export type NotificationType = z.infer<typeof notificationTypeField>;

export const notificationSchema = z
  .object({
    _id: z.string(),
    /** Any string, so that tabs opened before a new type was released still show it, in grey. */
    type: z.string(),
    /** Sent by a member by hand, not caused by an event. */
    custom: z.boolean(),
    message: z.string(),
    /** `isInCircle`: whether the receiver has joined the sender's circle. */
    senderId: userSummarySchema.extend({ isInCircle: z.boolean() }),
    postId: z
      .object({
        _id: z.string(),
        mediaUrl: z.string(),
        mediaType: z.enum(["image", "video"]),
        thumbnail: z.string(),
        /** Its words as they are now, if it is a card: they are shown instead of the picture. */
        card: z.object({ text: z.string(), background: z.enum(CARD_BACKGROUNDS) }).optional(),
      })
      .nullable(),
    /** The comment or reply that it quotes, or that was liked. */
    commentId: z.string().nullable(),
    seen: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notificationSchema>;

/**
 * What a `posts` event of the stream says: whether there are new ones, and which counts changed.
 */
export type PostsNews = {
  isNew: boolean;
  counts: { _id: string; likesCount: number; commentsCount: number; sharesCount: number }[];
};

export const notificationsQuery = pageQuery(NOTIFICATIONS_PAGE);
const { total: totalCount, ...paging } = pageFields;
export const notificationsAnswer = z.object({
  notifications: z.array(notificationSchema),
  totalCount,
  ...paging,
  /** How many are unseen. */
  unreadCount: z.int(),
  /** How many of those came after the list was last viewed: what the bell counts. */
  newCount: z.int(),
});
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>;
export type NotificationCounts = Pick<NotificationsAnswer, "unreadCount" | "newCount">;

export const notificationParams = z.object({ notificationId: idParam });
export const notificationAnswer = z.object({ notification: notificationSchema });
/** Limits `mark-all-seen` to `ids` or to those about a post; without a body it marks all. */
export const seenAllBody = optionalSpecifiedBody({
  ids: z.array(idParam).min(1).max(MARKED_MAX),
  postId: idParam,
});
export type SeenFilter = NonNullable<z.output<typeof seenAllBody>>;
export const seenAllAnswer = z.object({ updated: z.int() });
export const viewedAnswer = z.object({ viewedAt: z.string() });

export const newNotificationBody = specifiedBody({
  receiverId: z.string().trim().max(100),
  type: customTypeField,
  message: multilineText({ min: 1, max: MESSAGE_MAX, tooShort: MESSAGE_MISSING }),
  postId: z.string().trim().max(100).nullish(),
});
export type NewNotification = z.input<typeof newNotificationBody>;
/**
 * `created` is false for an existing notification. The answer must not reveal whether the receiver
 * saw it, so `seen` is always false.
 */
export const newNotificationAnswer = notificationAnswer.extend({ created: z.boolean() });
export type NewNotificationAnswer = z.infer<typeof newNotificationAnswer>;

/** Which kinds a person has switched on. */
export const preferencesSchema = z.object({
  like: z.boolean(),
  comment: z.boolean(),
  follow: z.boolean(),
  reply: z.boolean(),
  mention: z.boolean(),
  /** These are listed, and never pushed. */
  comment_like: z.boolean(),
  /** Notifications that members send by hand. */
  custom: z.boolean(),
  /** Also by members whom this person has neither joined nor answered. */
  customFromEveryone: z.boolean(),
  /** Whether messages are pushed; they are never in the list of notifications. */
  message: z.boolean(),
  /** Whether pushes say what members wrote to this person. */
  messageText: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof preferencesSchema>;
export const preferencesBody = preferencesSchema.partial().strict();
export const preferencesAnswer = z.object({
  preferences: preferencesSchema,
  /** The key to subscribe a browser with; null where push is off. */
  pushKey: z.string().nullable(),
});
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>;

const endpointField = z.url({ protocol: /^https?$/ }).max(1000);
const keyField = z
  .string()
  .max(100)
  .regex(/^[\w-]+={0,2}$/, "must be base64url");
/** The browser's `PushSubscription.toJSON()`. */
export const subscriptionBody = z.strictObject({
  endpoint: endpointField,
  expirationTime: z.number().nullish(),
  keys: z.strictObject({ p256dh: keyField, auth: keyField }),
});
export type SubscriptionBody = z.infer<typeof subscriptionBody>;
export const unsubscribeBody = z.strictObject({ endpoint: endpointField });
