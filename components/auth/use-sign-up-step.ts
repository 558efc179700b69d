"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { HOME } from "@/lib/auth/pages";
import { useSignUp } from "@/lib/auth/sign-up";

/** A step on the way to an account. Whoever comes back to it with the browser's Back once registered goes home. */
export function useSignUpStep(): void {
  const router = useRouter();
  const { finished } = useSignUp();
  useEffect(() => {
    if (finished) router.replace(HOME);
  }, [finished, router]);
}
