import { onStorageErased } from "@/lib/hooks/erased-storage";

/**
 * The password a newcomer chose, from the screen that asks for it to the call that registers. It is in this page's memory
 * and nowhere else: not in storage, not in an address, gone with a reload.
 */

let password = "";

export function choosePassword(chosen: string): void {
  password = chosen;
}

/** The chosen password; empty when there is none. */
export const chosenPassword = (): string => password;

export function forgetPassword(): void {
  password = "";
}

onStorageErased(forgetPassword);
