import { endpoints, memberRoute } from "@/lib/api/route";
import { suggestionsAnswer } from "@/lib/users/contract";
import { suggestPeople } from "@/lib/users/service/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: suggestionsAnswer }, async ({ viewer }) => ({
    users: await suggestPeople(viewer),
  })),
});
