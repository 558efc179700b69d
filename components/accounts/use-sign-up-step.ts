"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useSignUp } from "@/lib/accounts/client/sign-up";
import { HOME } from "@/lib/paths";

/**
 * A step on the way to an account. Whoever comes back to it with the browser's Back once registered
 * goes home.
 */
export function useSignUpStep(): void {
  const router = useRouter();
  const { finished } = useSignUp();
  useEffect(() => {
    if (finished) router.replace(HOME);
  }, [finished, router]);
}
