import { devicesAnswer } from "@/lib/accounts/schema";
import { listDevices, signOtherDevicesOut } from "@/lib/accounts/server/devices";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: devicesAnswer, whileSuspended: true }, async ({ viewer }) => ({
    sessions: await listDevices(viewer),
  })),
  DELETE: memberRoute({ answer: messageAnswer, limit: "write", whileSuspended: true }, async ({ viewer }) => {
    await signOtherDevicesOut(viewer);
    return { message: "All other devices are logged out." };
  }),
});
