import { deviceParams } from "@/lib/accounts/schema";
import { signDeviceOut } from "@/lib/accounts/server/devices";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: deviceParams, answer: messageAnswer, limit: "write", whileSuspended: true },
    async ({ viewer, params }) => {
      await signDeviceOut(viewer, params.sessionId);
      return { message: "Logged out." };
    },
  ),
});
