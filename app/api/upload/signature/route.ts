import { endpoints, memberRoute } from "@/lib/api/route";
import { uploadSignatureAnswer, uploadSignatureBody } from "@/lib/uploads/contract";
import { createUpload } from "@/lib/uploads/service/create";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { body: uploadSignatureBody, answer: uploadSignatureAnswer, limit: "upload" },
    async ({ viewer, body }) => createUpload(viewer, body.mediaType),
  ),
});
