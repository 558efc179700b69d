import { endpoints, memberRoute } from "@/lib/api/route";
import { usernameAnswer, usernameParams } from "@/lib/users/contract";
import { checkUsername } from "@/lib/users/service/username";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: usernameParams, answer: usernameAnswer, limit: "search" },
    ({ viewer, params }) => checkUsername(viewer, params.username),
  ),
});
