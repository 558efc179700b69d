"use client";

import { useEffect } from "react";
import { forgetPassword } from "@/lib/auth/chosen-password";

/** A chosen password lives no longer than the sign-up it was chosen for. */
export function ForgetPasswordOnLeaving() {
  useEffect(() => forgetPassword, []);
  return null;
}
