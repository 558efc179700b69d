import { parseWith } from "@/lib/api/server/request";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { avatarAnswer, avatarFields, avatarForm } from "@/lib/uploads/schema";
import { uploadPicture } from "@/lib/uploads/server/create";
import { withPictures } from "@/lib/uploads/server/form";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { bodies: { "multipart/form-data": avatarForm }, answer: avatarAnswer, limit: "upload" },
    async ({ viewer, request }) =>
      withPictures(request, ["file"], async ({ fields, pictures }) =>
        uploadPicture(viewer, pictures.file, parseWith(avatarFields, fields).type),
      ),
  ),
});
