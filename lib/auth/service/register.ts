import "server-only";
import { v7 as uuid } from "uuid";
import type * as z from "zod/mini";
import { ApiError } from "@/lib/api/errors";
import { signAccessToken, type Viewer } from "@/lib/auth/access";
import type { registerBody } from "@/lib/auth/contract";
import { hashPassword } from "@/lib/auth/password";
import { renewCookie } from "@/lib/auth/service/sessions";
import { db } from "@/lib/platform/db";
import { databaseCodes } from "@/lib/platform/db-errors";
import { takeLimit } from "@/lib/platform/rate-limit";
import { collegeByEmail } from "@/lib/product";
import { completeProfile, searchTextOf } from "@/lib/users/service/profile";
import { viewOwnUser } from "@/lib/users/view";

type Registration = z.output<typeof registerBody>;

/**
 * Makes an unverified account for a college address (contract §4). Throws `email_domain` for any other address and
 * `duplicate_email` (409) for one that is registered, verified or not.
 */
export async function register(body: Registration, ip: string) {
  await takeLimit("register_ip", ip);
  requireCollegeAddress(body.email);
  const name = body.name ?? undefined;
  const data = {
    id: uuid(),
    email: body.email,
    ...(name ? { name } : {}),
    ...(body.collegeName ? { collegeName: body.collegeName } : {}),
    ...(body.bio ? { bio: body.bio } : {}),
    ...(body.password ? { passwordHash: await hashPassword(body.password) } : {}),
    searchText: "",
  };
  try {
    const user = await db().user.create({
      data: { ...data, searchText: searchTextOf({ name: name ?? "" }) },
    });
    // An account nobody has proven shows its maker nothing but what was sent.
    return {
      user: { _id: user.id, email: user.email, name: user.name, collegeName: user.collegeName },
      message: "Account created. Please verify your email.",
    };
  } catch (error) {
    const codes = databaseCodes(error);
    if (codes.has("P2002") || codes.has("23505")) throw duplicateEmail();
    throw error;
  }
}

/** The registration of somebody who is signed in with that address: completes the profile. */
export async function registerSignedIn(viewer: Viewer, body: Registration) {
  const passwordHash = body.password ? await hashPassword(body.password) : undefined;
  const user = await completeProfile(viewer, {
    ...(body.name ? { name: body.name } : {}),
    ...(body.collegeName ? { collegeName: body.collegeName } : {}),
    ...(body.bio ? { bio: body.bio } : {}),
    ...(body.avatar ? { avatar: body.avatar } : {}),
    ...(passwordHash ? { passwordHash } : {}),
  });
  return {
    answer: {
      user: viewOwnUser(user),
      token: await signAccessToken(viewer),
      message: "Your profile is ready.",
    },
    cookie: await renewCookie(viewer, user),
  };
}

/** True when the viewer's account has this address. */
export async function ownsAddress(viewer: Viewer, email: string): Promise<boolean> {
  return (await db().user.count({ where: { id: viewer.id, email } })) > 0;
}

/** Throws `email_domain` (400) unless the address is one of a supported college. */
function requireCollegeAddress(email: string): void {
  if (!collegeByEmail(email)) throw new ApiError("email_domain", "Please use a valid college email!");
}

function duplicateEmail(): ApiError {
  return new ApiError("duplicate_email", "This email is already registered. Please log in instead.");
}
