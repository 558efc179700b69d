import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** A place the shell knows (the specification, §2) before there is anything to show in it. */
export default function MessagesPage(): never {
  notFound();
}
