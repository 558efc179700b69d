import { endpoints, memberRoute } from "@/lib/api/server/route";
import { usernameAnswer, usernameParams } from "@/lib/profiles/schema";
import { checkUsername } from "@/lib/profiles/server/username";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: usernameParams, answer: usernameAnswer }, ({ viewer, params }) =>
    checkUsername(viewer, params.username),
  ),
});
