import { pageViewBody } from "@/lib/analytics/schema";
import { countPageView } from "@/lib/analytics/server/page-views";
import { endpoints, publicRoute } from "@/lib/api/server/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: pageViewBody, limits: ["page_view"] }, async ({ body, caller }) => {
    await countPageView(body.path, caller.ip);
    return undefined;
  }),
});
