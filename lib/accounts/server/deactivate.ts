import "server-only";
import { assertRecentlySignedIn } from "@/lib/accounts/server/reauthenticate";
import { recordWithdrawal } from "@/lib/legal/server/consents";
import { type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { forgetSessions, type Viewer } from "@/lib/sessions/server/access";

/**
 * Hides the viewer's own account from everyone and ends all its sessions. Nothing is removed and no
 * counter changes; signing in again restores it (`openSession`). Throws `forbidden` for any other
 * account, and `reauthenticate` after a while.
 */
export async function deactivateAccount(
  viewer: Viewer,
  userId: string,
  { withdrawsConsent = false } = {},
): Promise<void> {
  if (userId !== viewer.id) throw new ApiError("forbidden", "You can only deactivate your own account.");
  await assertRecentlySignedIn(viewer);
  await transaction(async (tx) => {
    const now = new Date();
    await lockRows(tx, "users", [viewer.id]);
    if (withdrawsConsent) await withdrawConsent(tx, viewer.id);
    await tx.user.updateMany({
      where: { id: viewer.id, isActive: true },
      data: { isActive: false, deactivatedAt: now },
    });
    await tx.session.updateMany({ where: { userId: viewer.id, revokedAt: null }, data: { revokedAt: now } });
  });
  forgetSessions();
}

/** What signing in again asks for a second time. */
async function withdrawConsent(tx: Tx, userId: string): Promise<void> {
  const { agreedVersion } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (!agreedVersion) return;
  await tx.user.update({ where: { id: userId }, data: { agreedVersion: null, agreedAt: null } });
  await recordWithdrawal(tx, userId, agreedVersion);
}
