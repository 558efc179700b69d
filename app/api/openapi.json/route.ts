import * as z from "zod";
import { apiDocument } from "@/app/api/openapi.json/document";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { siteOf } from "@/lib/platform/client-network";
import { takeToken } from "@/lib/platform/token-bucket";

/** The API in the words of OpenAPI 3.1. Counts as a page that is opened without a session. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute(
    { answer: z.looseObject({ openapi: z.string() }), limits: ["page_network"] },
    async ({ caller }) => {
      takeToken("page_network", siteOf(caller.ip));
      return Response.json(await apiDocument());
    },
  ),
});
