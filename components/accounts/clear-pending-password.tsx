"use client";

import { useEffect } from "react";
import { signUp } from "@/lib/accounts/client/sign-up";

/** Clears the chosen password when the person leaves the auth screens. */
export function ClearPendingPasswordOnUnmount() {
  useEffect(() => signUp.passwordCleared, []);
  return null;
}
