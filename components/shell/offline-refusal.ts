import { toast } from "sonner";
import type { Waiting } from "@/lib/offline/waiting";

/** Tells that something that waited was refused. What it was about shows as before. */
export function tellRefused(act: Waiting, message: string): void {
  const what =
    act.kind === "like" ? "Your like was not sent" : `Your comment “${shorten(act.content)}” was not sent`;
  toast.error(`${what}: ${message}`);
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text);
