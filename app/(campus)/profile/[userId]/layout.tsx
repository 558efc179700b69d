import type { ReactNode } from "react";

/** A profile, and over it the post that its grid led to. */
export default function ProfileLayout({ children, modal }: { children: ReactNode; modal: ReactNode }) {
  return (
    <>
      {children}
      {modal}
    </>
  );
}
