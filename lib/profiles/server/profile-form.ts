import "server-only";
import { readJson } from "@/lib/api/server/body";
import { parseWith } from "@/lib/api/server/request";
import { ApiError } from "@/lib/platform/errors";
import { takeLimit } from "@/lib/platform/rate-limit";
import { type ProfileBody, profileBody } from "@/lib/profiles/schema";
import type { Viewer } from "@/lib/sessions/server/access";
import { NO_PICTURE } from "@/lib/uploads/policy";
import { uploadPicture } from "@/lib/uploads/server/create";
import { withPictures } from "@/lib/uploads/server/form";

/**
 * Reads a change of the viewer's own profile: JSON, or a form with a picture in `avatar` and other
 * fields as text (docs/api.md, People). Uploads the picture. Throws `validation`, `bad_request`,
 * `too_large`, `unsupported_type` and `rate_limited`.
 */
export async function readProfileChange(viewer: Viewer, request: Request): Promise<ProfileBody> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    const body = await readJson(request);
    return parseWith(profileBody, body.empty ? undefined : body.value);
  }
  await takeLimit("upload", viewer.id);
  return withPictures(request, ["avatar"], async ({ fields, pictures }) => {
    const change = parseWith(profileBody, fields);
    if (!pictures.avatar) {
      if (Object.keys(change).length > 0) return change;
      throw new ApiError("validation", NO_PICTURE);
    }
    const { imageUrl } = await uploadPicture(viewer, pictures.avatar, "avatar");
    return { ...change, avatar: imageUrl };
  });
}
