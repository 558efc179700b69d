import "server-only";
import { transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { forgetSessions, type Viewer } from "@/lib/sessions/server/access";

/**
 * Hides the viewer's own account from everyone and ends all its sessions. Nothing is removed and no
 * counter changes; signing in again restores it (`openSession`). Throws `forbidden` for any other
 * account.
 */
export async function deactivateAccount(viewer: Viewer, userId: string): Promise<void> {
  if (userId !== viewer.id) throw new ApiError("forbidden", "You can only deactivate your own account.");
  await transaction(async (tx) => {
    const now = new Date();
    await tx.user.updateMany({
      where: { id: viewer.id, isActive: true },
      data: { isActive: false, deactivatedAt: now },
    });
    await tx.session.updateMany({ where: { userId: viewer.id, revokedAt: null }, data: { revokedAt: now } });
  });
  forgetSessions();
}
