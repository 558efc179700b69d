import { endpoints, publicRoute } from "@/lib/api/server/route";
import { preflight, uploadToLocalHost } from "@/lib/platform/media/local-routes";
import { uploadLedger } from "@/lib/uploads/server/quota";

/** Uploads to the built-in media host. Their address is signed, so they need no bearer. */
export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: publicRoute({}, async ({ request }) => uploadToLocalHost(request, uploadLedger)),
});

export const OPTIONS = publicRoute({}, async () => preflight());
