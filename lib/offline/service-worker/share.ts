import { isFromOtherSite } from "@/lib/offline/other-site";
import { putShared } from "@/lib/offline/shared";

/**
 * Another app shares something into this one: it waits for the composer, which takes it up. Without
 * this worker the same address is answered by app/share/route.ts, which can't hand the file on.
 */
export async function share({ request }: { request: Request }): Promise<Response> {
  const target = new URL("/create-post", self.location.origin);
  // A share from an app comes with the origin "null", which a page may take on as well: the
  // composer looks at its window, too (components/posts/composer/use-share-target.ts). Whether Android's
  // browsers call it cross-site differs, and workers are not told.
  if (isFromOtherSite(request.headers, [target.origin, "null"])) return Response.redirect(target.href, 303);
  target.searchParams.set("shared", (await take(request)) ? "taken" : "lost");
  return Response.redirect(target.href, 303);
}

async function take(request: Request): Promise<boolean> {
  try {
    const form = await request.formData();
    const words = ["title", "text", "url"].map((name) => form.get(name));
    const text = [...new Set(words.filter((word) => typeof word === "string" && word !== ""))].join("\n");
    const files = form.getAll("media").filter((entry) => entry instanceof File);
    await putShared({ text, files });
    return true;
  } catch {
    // Storage is full or blocked, or the sender was cut off: the composer says so.
    return false;
  }
}
