"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useSignUp } from "@/lib/accounts/client/sign-up";
import { HOME } from "@/lib/paths";

/** A step of signing up. A person who returns to it with Back after registering is sent home. */
export function useSignUpStep(): void {
  const router = useRouter();
  const { finished } = useSignUp();
  useEffect(() => {
    if (finished) router.replace(HOME);
  }, [finished, router]);
}
