import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** A reserved path (docs/product.md, Not there yet): not found, inside the shell. */
export default function TrendingPage(): never {
  notFound();
}
