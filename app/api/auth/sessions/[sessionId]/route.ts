import { endpoints, memberRoute } from "@/lib/api/route";
import { messageAnswer } from "@/lib/api/shapes";
import { deviceParams } from "@/lib/auth/contract";
import { signDeviceOut } from "@/lib/auth/service/devices";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: deviceParams, answer: messageAnswer, limit: "write" },
    async ({ viewer, params }) => {
      await signDeviceOut(viewer, params.sessionId);
      return { message: "Logged out." };
    },
  ),
});
