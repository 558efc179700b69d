"use client";

import { useEffect } from "react";
import { signUp } from "@/lib/accounts/client/sign-up";

/** A chosen password lives no longer than the sign-up it was chosen for. */
export function ClearPendingPasswordOnUnmount() {
  useEffect(() => signUp.passwordForgotten, []);
  return null;
}
