import "server-only";
import { v7 as uuid } from "uuid";
import { SUBSCRIPTIONS_MAX } from "@/lib/notifications/policy";
import type { SubscriptionBody } from "@/lib/notifications/schema";
import { PUSH_QUIET_HOURS } from "@/lib/notifications/server/push";
import { ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { arePushKeys, isPushService, pushPublicKey } from "@/lib/platform/web-push";
import type { Viewer } from "@/lib/sessions/server/access";

/** The browsers that get pushes. */

/**
 * Subscribes the viewer's browser for as long as the session lasts. Throws `validation`, and
 * `not_found` when push is off.
 */
export async function subscribe(viewer: Viewer, { endpoint, keys }: SubscriptionBody): Promise<void> {
  if (!pushPublicKey()) throw new ApiError("not_found", "Push notifications are not set up here.");
  if (!isPushService(endpoint)) throw new ApiError("validation", "Unsupported push service.");
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!arePushKeys(p256dh, auth)) throw new ApiError("validation", "Invalid subscription keys.");
  await transaction(async (tx) => {
    // A browser belongs to the person signed in there now. Deleting another person's subscription
    // also drops its pending messages.
    await tx.pushSubscription.deleteMany({ where: { endpoint, userId: { not: viewer.id } } });
    const device = { sessionId: viewer.sessionId, p256dh, auth };
    await tx.pushSubscription.upsert({
      where: { endpoint },
      create: { id: uuid(), userId: viewer.id, endpoint, ...device },
      update: { ...device, rejections: 0, createdAt: new Date() },
    });
    const excess = await tx.pushSubscription.findMany({
      where: { userId: viewer.id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: SUBSCRIPTIONS_MAX,
      select: { id: true },
    });
    await tx.pushSubscription.deleteMany({ where: { id: { in: excess.map(({ id }) => id) } } });
  });
}

/** Unsubscribes the viewer's browser; an unknown one is ignored. */
export async function unsubscribe(viewer: Viewer, endpoint: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { endpoint, userId: viewer.id } });
}

/** Deletes subscriptions whose session has ended, and records of pushes past their quiet period. */
export async function sweepSubscriptions(): Promise<void> {
  await db().sentPush.deleteMany({ where: { sentAt: { lt: ago(PUSH_QUIET_HOURS, "hours") } } });
  const hasEnded = { OR: [{ revokedAt: { not: null } }, { expiresAt: { lt: new Date() } }] };
  await db().pushSubscription.deleteMany({ where: { session: hasEnded } });
}
