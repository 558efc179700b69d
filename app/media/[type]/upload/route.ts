import { endpoints, publicRoute } from "@/lib/api/server/route";
import { preflight, uploadToLocalHost } from "@/lib/platform/media/local-routes";
import { uploadLedger } from "@/lib/uploads/server/quota";

/** The built-in media host takes an upload, as Cloudinary does: signed, so it needs no bearer. */
export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: publicRoute({}, async ({ request }) => uploadToLocalHost(request, uploadLedger)),
});

export const OPTIONS = publicRoute({}, async () => preflight());
