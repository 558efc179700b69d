import { endpoints, memberRoute } from "@/lib/api/server/route";
import { uploadSignatureAnswer, uploadSignatureBody } from "@/lib/uploads/schema";
import { createUpload } from "@/lib/uploads/server/create";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { body: uploadSignatureBody, answer: uploadSignatureAnswer, limit: "upload" },
    async ({ viewer, body }) => createUpload(viewer, body.mediaType),
  ),
});
