import type { Metadata } from "next";
import { FullPage } from "@/components/shell/full-page";
import { NotFoundScreen } from "@/components/shell/not-found-screen";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <FullPage>
      <NotFoundScreen />
    </FullPage>
  );
}
