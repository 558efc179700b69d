import "server-only";
import { randomInt } from "node:crypto";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import { codeMail } from "@/lib/auth/code-mail";
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES } from "@/lib/auth/contract";
import { hashPassword, matchesHash } from "@/lib/auth/password";
import { type OpenedSession, openSession } from "@/lib/auth/service/sessions";
import { db, transaction } from "@/lib/platform/db";
import { sendMail } from "@/lib/platform/mail";
import { refuseOverLimit, secondsOverLimit, takeLimit } from "@/lib/platform/rate-limit";
import { collegeByEmail, NO_COLLEGE } from "@/lib/product";
import { searchTextOf, usernameFor } from "@/lib/users/service/profile";

/** One-time codes by mail (contract §4, promises). Time is the database's everywhere. */

/**
 * Sends a new code, which voids the older one. Throws `user_not_found` (404) for an unknown address, until one network
 * address has asked for too many unknown ones: then known and unknown look alike. Throws `rate_limited` and, when the
 * mail service fails, `provider_failed`; in that case the older code stays good.
 */
export async function sendCode(email: string, ip: string): Promise<{ message: string }> {
  await takeLimit("code_ip", ip);
  await takeLimit("code_address", email);
  await takeLimit("code_address_day", email);
  const user = await db().user.findUnique({
    where: { email, isActive: true },
    select: { id: true, name: true },
  });
  if (!user) {
    if ((await secondsOverLimit("unknown_address_ip", ip)) === 0) {
      await takeLimit("unknown_address_ip", ip);
      throw new ApiError("user_not_found", "User not found");
    }
    return { message: "OTP sent" };
  }
  const code = String(randomInt(0, 10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  const id = uuid();
  await db().$executeRaw`
    INSERT INTO one_time_codes (id, user_id, code_hash, expires_at)
    VALUES (${id}::uuid, ${user.id}::uuid, ${await hashPassword(code)}, now() + make_interval(mins => ${CODE_MINUTES}))`;
  try {
    await sendMail({ to: email, ...(await codeMail(code)), idempotencyKey: `code-${id}` });
  } catch (error) {
    await db().$executeRaw`DELETE FROM one_time_codes WHERE id = ${id}::uuid`;
    throw error;
  }
  // Older by the order in which codes are looked up: ids are made before the slow hash, so two at once may swap.
  await db().$executeRaw`
    UPDATE one_time_codes SET consumed_at = now()
    WHERE user_id = ${user.id}::uuid AND consumed_at IS NULL
      AND (created_at, id) < (SELECT created_at, id FROM one_time_codes WHERE id = ${id}::uuid)`;
  return { message: "OTP sent" };
}

type Check = { email: string; code: string; collegeName?: string | undefined; ip: string; userAgent: string };

/**
 * Exchanges a code for a session, once. The first code proves the address and drops any password that was set before
 * it was proven. Throws `invalid_otp` (400) for a wrong, used, expired or exhausted code and for an unknown address,
 * and `rate_limited`.
 */
export async function checkCode({ email, code, collegeName, ip, userAgent }: Check): Promise<OpenedSession> {
  await refuseOverLimit("code_failures_ip", ip);
  const user = await db().user.findUnique({ where: { email, isActive: true }, select: { id: true } });
  if (!user) throw await failed(ip);
  await refuseOverLimit("code_failures_account", user.id);
  const [tried] = await db().$queryRaw<{ id: string; code_hash: string }[]>`
    UPDATE one_time_codes SET attempts = attempts + 1
    WHERE id = (SELECT id FROM one_time_codes WHERE user_id = ${user.id}::uuid ORDER BY created_at DESC, id DESC LIMIT 1)
      AND attempts < ${CODE_TRIES} AND consumed_at IS NULL AND expires_at > now()
    RETURNING id, code_hash`;
  if (!tried || !(await matchesHash(tried.code_hash, code))) throw await failed(ip, user.id);
  const opened = await transaction(async (tx) => {
    const used = await tx.$queryRaw<unknown[]>`
      UPDATE one_time_codes SET consumed_at = now()
      WHERE id = ${tried.id}::uuid AND consumed_at IS NULL RETURNING 1`;
    if (used.length === 0) return undefined;
    const known = await tx.user.findUniqueOrThrow({ where: { id: user.id } });
    const college = known.collegeName === NO_COLLEGE ? collegeByEmail(email)?.code : undefined;
    // Who registered with a name before the address was proven gets the username that goes with it now.
    const username = known.username ?? (await usernameFor(tx, known.name));
    const proven = await tx.user.update({
      where: { id: user.id },
      data: {
        username,
        searchText: searchTextOf({ ...known, username }),
        ...(known.verifiedAt ? {} : { verifiedAt: new Date(), passwordHash: null }),
        ...(college && collegeName === college ? { collegeName: college } : {}),
      },
    });
    return openSession(tx, proven, userAgent);
  });
  if (!opened) throw await failed(ip, user.id);
  return { ...opened, answer: { ...opened.answer, message: "OTP verified" } };
}

/** Counts a failure and returns the refusal for it. */
async function failed(ip: string, userId?: string): Promise<ApiError> {
  await takeLimit("code_failures_ip", ip);
  if (userId) await takeLimit("code_failures_account", userId);
  return new ApiError("invalid_otp", "Invalid verification code. Please try again.");
}
