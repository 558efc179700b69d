import { endpoints, memberRoute } from "@/lib/api/route";
import { devicesAnswer } from "@/lib/auth/contract";
import { listDevices } from "@/lib/auth/service/devices";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: devicesAnswer }, async ({ viewer }) => ({
    sessions: await listDevices(viewer),
  })),
});
