import { isFromOtherSite } from "@/lib/offline/other-site";
import { putShared } from "@/lib/offline/shared";
import { COMPOSE_OFFLINE } from "@/lib/paths";

/**
 * Receives what another app shares and stores it for the composer. Without a worker,
 * app/share/route.ts answers the same URL, but can't pass files on.
 */
export async function share({ request }: { request: Request }): Promise<Response> {
  const target = new URL(COMPOSE_OFFLINE, self.location.origin);
  // A share from an app has the origin "null", which a page can forge, so the composer checks its
  // window as well (components/posts/composer/use-share-target.ts). `Sec-Fetch-Site` does not help:
  // Android's browsers differ in it, and workers don't see it.
  if (isFromOtherSite(request.headers, [target.origin, "null"])) return Response.redirect(target.href, 303);
  target.searchParams.set("shared", (await storeShared(request)) ? "taken" : "lost");
  return Response.redirect(target.href, 303);
}

async function storeShared(request: Request): Promise<boolean> {
  try {
    const form = await request.formData();
    const values = ["title", "text", "url"].map((name) => form.get(name));
    const text = [...new Set(values.filter((value) => typeof value === "string" && value !== ""))].join("\n");
    const files = form.getAll("media").filter((entry) => entry instanceof File);
    await putShared({ text, files });
    return true;
  } catch {
    // Storage is full or blocked, or the upload broke off. The composer shows that.
    return false;
  }
}
