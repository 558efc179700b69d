/** Fixed sample data for the fixtures of tests. */

/** A stable sample id. */
export const idOf = (number: number) => `0190a1b2-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** A generated landscape as a data URL, so that no file is loaded. */
export function picture(hue: number, width = 1200, height = 900): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="hsl(${hue} 80% 78%)"/>
<circle cx="${width * 0.68}" cy="${height * 0.36}" r="${Math.min(width, height) * 0.14}" fill="hsl(${hue + 20} 95% 92%)"/>
<path d="M0 ${height}L${width * 0.3} ${height * 0.5}L${width * 0.62} ${height}Z" fill="hsl(${hue + 250} 35% 45%)"/>
<path d="M${width * 0.3} ${height}L${width * 0.72} ${height * 0.58}L${width} ${height * 0.86}V${height}Z" fill="hsl(${hue + 250} 40% 32%)"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A broken image that needs no network. */
const BROKEN_IMAGE = "data:image/png;base64,AAAA";

const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff 👩🏽‍🚀 نور الهدى Bhattacharya-Rao";

const HOUR = 3_600_000;
/** A fixed time: one relative to the rendering would differ between server and browser. */
const NOON = Date.parse("2026-11-20T12:00:00Z");
export const hoursBefore = (hours: number) => new Date(NOON - hours * HOUR).toISOString();

const member = (number: number, name: string, username: string, avatar = "") => ({
  _id: idOf(number),
  name,
  username,
  avatar,
  affiliation: { role: "student" as const, department: "CSE", batch: 2027, label: "CSE ’27" },
});

export const MEMBERS = {
  aarav: member(1, "Aarav Sharma", "aarav.sharma"),
  ishita: member(2, "Ishita Verma", "ishita.verma", picture(18, 200, 200)),
  kabir: member(3, "Kabir Rao", "kabir.rao"),
  meera: member(4, "Meera Joshi", "meera.joshi", BROKEN_IMAGE),
  longName: member(5, LONG_NAME, "wolfeschlegelsteinhausen.berger"),
  anonymous: member(6, "Anonymous User", ""),
};
