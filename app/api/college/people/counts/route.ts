import { endpoints, memberRoute } from "@/lib/api/server/route";
import { peopleCountsAnswer } from "@/lib/college/schema";
import { countPeople } from "@/lib/college/server/people";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "admin", answer: peopleCountsAnswer }, () => countPeople()),
});
