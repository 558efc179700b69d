import { endpoints, memberRoute, parseWith } from "@/lib/api/route";
import { avatarAnswer, avatarFields } from "@/lib/uploads/contract";
import { receivePictures } from "@/lib/uploads/form";
import { uploadPicture } from "@/lib/uploads/service/create";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute({ answer: avatarAnswer, limit: "upload" }, async ({ viewer, request }) => {
    const { fields, pictures } = await receivePictures(request, ["file"]);
    const { type } = parseWith(avatarFields, fields);
    return uploadPicture(viewer, pictures.file, type);
  }),
});
