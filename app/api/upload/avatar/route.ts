import { endpoints, memberRoute, parseWith } from "@/lib/api/server/route";
import { avatarAnswer, avatarFields, avatarForm } from "@/lib/uploads/schema";
import { uploadPicture } from "@/lib/uploads/server/create";
import { receivePictures } from "@/lib/uploads/server/form";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { bodies: { "multipart/form-data": avatarForm }, answer: avatarAnswer, limit: "upload" },
    async ({ viewer, request }) => {
      const { fields, pictures } = await receivePictures(request, ["file"]);
      const { type } = parseWith(avatarFields, fields);
      return uploadPicture(viewer, pictures.file, type);
    },
  ),
});
