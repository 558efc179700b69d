import { devicesAnswer } from "@/lib/accounts/schema";
import { listDevices } from "@/lib/accounts/server/devices";
import { endpoints, memberRoute } from "@/lib/api/server/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: devicesAnswer }, async ({ viewer }) => ({
    sessions: await listDevices(viewer),
  })),
});
