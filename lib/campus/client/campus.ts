import { CAMPUS_ELEMENT, type Campus } from "@/lib/campus/campus";

/** Where the root layout itself has failed, nothing hands the campus on (app/global-error.tsx). */
const UNKNOWN = {
  name: "Campus Circle",
  operator: { name: "", city: "", grievanceOfficer: { title: "", email: "", address: "" } },
  colleges: [] as unknown as Campus["colleges"],
  utcOffsets: [[0, 0]],
} satisfies Campus;

const json = document.getElementById(CAMPUS_ELEMENT)?.textContent;

/** What the server has written into the page (components/shell/campus-data.tsx). */
export const campus: Campus = json ? JSON.parse(json) : UNKNOWN;
