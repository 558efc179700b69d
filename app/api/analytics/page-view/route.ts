import { pageViewBody } from "@/lib/analytics/contract";
import { countPageView } from "@/lib/analytics/service";
import { endpoints, publicRoute } from "@/lib/api/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: pageViewBody }, async ({ body, caller }) => {
    await countPageView(body.path, caller.ip);
    return undefined;
  }),
});
