import type { Metadata } from "next";
import { FullPage } from "@/components/shell/full-page";
import { NothingHere } from "@/components/shell/nothing-here";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <FullPage>
      <NothingHere />
    </FullPage>
  );
}
