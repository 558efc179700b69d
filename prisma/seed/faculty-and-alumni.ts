import type { Person } from "./people";

/**
 * Who is on the demo campus and no student: six teachers, two people who wait to be confirmed, and
 * eight graduates.
 */

export const FACULTY = {
  alka: {
    name: "Alka Deshpande",
    collegeId: "",
    department: "CSE",
    role: "faculty",
    bio: "Compilers, and office hours that are actually open. The biscuits are for everyone.",
    joined: 240,
  },
  suresh: {
    name: "Suresh Menon",
    collegeId: "",
    department: "ECE",
    role: "faculty",
    bio: "Signals and systems. Chalk in every pocket.",
    joined: 188,
  },
  farida: {
    name: "Farida Ansari",
    collegeId: "",
    department: "IT",
    role: "faculty",
    bio: "Databases. Yes, there will be joins.",
    joined: 201,
  },
  vikram: {
    name: "Vikram Solanki",
    collegeId: "",
    department: "ME",
    role: "faculty",
    bio: "Thermodynamics by day, the Baja team’s brakes by night.",
    joined: 176,
  },
  leela: {
    name: "Leela Krishnan",
    collegeId: "",
    department: "ARCH",
    role: "faculty",
    bio: "Third-year studio. I say “interesting” and I mean it.",
    joined: 160,
  },
  harish: {
    name: "Harish Dwivedi",
    collegeId: "",
    department: "CE",
    role: "faculty",
    bio: "Surveying. I have walked every contour line within 20 km.",
    joined: 149,
  },
  nandini: {
    name: "Nandini Rawat",
    collegeId: "",
    department: "EE",
    waits: { role: "faculty", days: 2 },
    bio: "Power systems. New here since the summer.",
    joined: 64,
  },
  ramesh: {
    name: "Ramesh Chandra Soni",
    collegeId: "",
    waits: { role: "staff", days: 5 },
    bio: "Library, 26 years. Ask me where it is.",
    joined: 58,
  },
} as const satisfies Record<string, Person>;

/** Invited by the college to a private address. */
const DOMAIN = "example.com";

export const ALUMNI = {
  imran: {
    name: "Imran Sheikh",
    collegeId: "0901ME111008",
    role: "alumni",
    domain: DOMAIN,
    bio: "Builds bridges for trains. Still dreams of the mess’s kheer.",
    joined: 96,
  },
  gurleen: {
    name: "Gurleen Kaur",
    collegeId: "0901EE131013",
    role: "alumni",
    domain: DOMAIN,
    bio: "Keeps the lights on, as a job. Pune.",
    joined: 88,
  },
  ritika: {
    name: "Ritika Das",
    collegeId: "0901CE141027",
    role: "alumni",
    domain: DOMAIN,
    bio: "Water, pipes, cities. Happy to read your first résumé.",
    joined: 83,
  },
  aparna: {
    name: "Aparna Bhatt",
    collegeId: "0901CS151022",
    role: "alumni",
    domain: DOMAIN,
    bio: "Makes maps load faster. Bengaluru. Write to me about something you built.",
    joined: 101,
  },
  tenzin: {
    name: "Tenzin Dorje",
    collegeId: "0901AR151006",
    role: "alumni",
    domain: DOMAIN,
    bio: "Schools in the mountains, in mud and in stone.",
    joined: 77,
  },
  neeraj: {
    name: "Neeraj Tiwari",
    collegeId: "0901IT171031",
    role: "alumni",
    domain: DOMAIN,
    bio: "Left IT for a bakery. The ovens run on cron.",
    joined: 72,
  },
  pooja: {
    name: "Pooja Malhotra",
    collegeId: "0901EC181044",
    role: "alumni",
    domain: DOMAIN,
    bio: "Chips, the kind that you can’t eat. Noida.",
    joined: 69,
  },
  siddharth: {
    name: "Siddharth Rane",
    collegeId: "0901CS201019",
    role: "alumni",
    domain: DOMAIN,
    bio: "Two years out, still saying “the lab” when I mean the office.",
    joined: 91,
  },
} as const satisfies Record<string, Person>;
