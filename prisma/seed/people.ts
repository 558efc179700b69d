import { ALUMNI, FACULTY } from "./faculty-and-alumni";

/** The named people of the demo campus. */

export type Person = {
  name: string;
  /** It says the department and the year, too; empty for who is no student of the college. */
  collegeId: string;
  bio: string;
  /**
   * Files of prisma/seed/media/avatars and banners; without an avatar, the person shows initials.
   */
  avatar?: string;
  banner?: string;
  /** How many days ago they joined. */
  joined: number;
  staffRole?: "moderator" | "admin";
  /** Without one, they are a student. */
  role?: "alumni" | "faculty";
  /** The department of who has no College ID. */
  department?: string;
  /** The domain of their address, when it is not the college's. */
  domain?: string;
  /** What they have said they are, so many days ago, and the college has not confirmed. */
  waits?: { role: "faculty" | "staff"; days: number };
  /** Only the people whose circles they joined see their year. */
  hidesBatch?: boolean;
  /** They are not in the directory. */
  isUnlisted?: boolean;
};

const STUDENTS = {
  aarav: {
    name: "Aarav Sharma",
    collegeId: "0901CS231004",
    bio: "Builds small things that work · chai before code, always ☕",
    avatar: "aarav.webp",
    banner: "aarav.webp",
    joined: 214,
  },
  ishita: {
    name: "Ishita Verma",
    collegeId: "0901EC231033",
    bio: "Electronics by degree, photographer by golden hour. If the light is good I am late for class.",
    avatar: "ishita.webp",
    banner: "ishita.webp",
    joined: 208,
  },
  kabir: {
    name: "Kabir Rao",
    collegeId: "0901ME231019",
    bio: "Robotics club lead. My robot is called Jalebi because it only goes in circles.",
    avatar: "kabir.webp",
    banner: "kabir.webp",
    joined: 231,
    staffRole: "moderator",
  },
  meera: {
    name: "Meera Joshi",
    collegeId: "0901IT231042",
    bio: "IT · film rolls, old forts, slow mornings 📷",
    avatar: "meera.webp",
    banner: "meera.webp",
    joined: 190,
  },
  dev: {
    name: "Dev Patel",
    collegeId: "0901CS251051",
    bio: "Second year, first love: open source. Ask me about my 14 merged typos.",
    avatar: "dev.webp",
    banner: "dev.webp",
    joined: 164,
  },
  ananya: {
    name: "Ananya Singh",
    collegeId: "0901AR221007",
    bio: "B.Arch. I notice your skirting boards.",
    avatar: "ananya.webp",
    banner: "ananya.webp",
    joined: 226,
    staffRole: "admin",
  },
  rohan: {
    name: "Rohan Gupta",
    collegeId: "0901EE231028",
    bio: "Left-arm spin, right-hand notes. Captain of whoever shows up at 6 am 🏏",
    avatar: "rohan.webp",
    banner: "rohan.webp",
    joined: 199,
  },
  zoya: {
    name: "Zoya Khan",
    collegeId: "0901EC231061",
    bio: "शब्द, चाय और थोड़ी सी बारिश। Poetry circle, Thursdays, under the neem.",
    avatar: "zoya.webp",
    banner: "zoya.webp",
    joined: 187,
    hidesBatch: true,
  },
  harpreet: {
    name: "Harpreet Singh Gill",
    collegeId: "0901CE231012",
    bio: "Civil. Bhangra. In that order only during exams.",
    avatar: "harpreet.webp",
    joined: 220,
  },
  tara: {
    name: "Tara Nair",
    collegeId: "0901IT231055",
    bio: "Dance society. 27 % coffee. Choreographing something I can’t tell you about yet.",
    avatar: "tara.webp",
    banner: "tara.webp",
    joined: 203,
  },
  vihaan: {
    name: "Vihaan Mehta",
    collegeId: "0901AM241009",
    bio: "AI & ML · trying to start a startup, currently starting my assignment.",
    joined: 172,
  },
  priya: {
    name: "Priya Kushwah",
    collegeId: "0901CE241037",
    bio: "NSS volunteer. We planted 212 trees last year and I know most of them by name 🌱",
    avatar: "priya.webp",
    banner: "priya.webp",
    joined: 195,
  },
  arjun: {
    name: "Arjun Tomar",
    collegeId: "0901ME241023",
    bio: "Team Baja. Grease is a love language. Brakes by @vikram.solanki.",
    avatar: "arjun.webp",
    banner: "arjun.webp",
    joined: 181,
  },
  sana: {
    name: "Sana Qureshi",
    collegeId: "0901CS231058",
    bio: "Competitive programming, calligraphy, and competitive calligraphy.",
    avatar: "sana.webp",
    joined: 217,
  },
  nikhil: {
    name: "Nikhil Bhadoria",
    collegeId: "0901EE231034",
    bio: "Astronomy club. The sky is free, look at it.",
    avatar: "nikhil.webp",
    banner: "nikhil.webp",
    joined: 211,
    hidesBatch: true,
  },
  riya: {
    name: "Riya Shrivastava",
    collegeId: "0901CS231046",
    bio: "Final year. Placement season survivor. DMs open for mock interviews 🤝",
    avatar: "riya.webp",
    banner: "riya.webp",
    joined: 238,
  },
  aditya: {
    name: "Aditya Rajput",
    collegeId: "0901CE251018",
    bio: "If there is a hill near Gwalior I have been up it.",
    avatar: "aditya.webp",
    banner: "aditya.webp",
    joined: 142,
  },
  lavanya: {
    name: "Lavanya Iyer",
    collegeId: "0901EC241049",
    bio: "Veena, circuits, filter coffee. Both the veena and the circuits hum.",
    avatar: "lavanya.webp",
    joined: 176,
  },
  farhan: {
    name: "Farhan Ali",
    collegeId: "0901IT241016",
    bio: "Stand-up at the amphitheatre every second Saturday. Attendance there: 100 %. Elsewhere: let’s not.",
    avatar: "farhan.webp",
    banner: "farhan.webp",
    joined: 158,
  },
  divya: {
    name: "Divya Yadav",
    collegeId: "0901ME241040",
    bio: "Kabaddi 🥇 · one of four girls in my section, loudest of sixty.",
    avatar: "divya.webp",
    joined: 133,
  },
  yash: {
    name: "Yash Agrawal",
    collegeId: "0901CS251066",
    bio: "Reviewing every kachori in Gwalior so that you don’t have to. You still should.",
    joined: 129,
  },
  sneha: {
    name: "Sneha Kulkarni",
    collegeId: "0901AR231014",
    bio: "Urban sketcher. Sits on pavements professionally.",
    avatar: "sneha.webp",
    banner: "sneha.webp",
    joined: 169,
  },
  manav: {
    name: "Manav Dixit",
    collegeId: "0901EE261027",
    bio: "Guitar, mostly out of tune. Band: The Backbenchers.",
    avatar: "manav.webp",
    banner: "manav.webp",
    joined: 121,
  },
  kavya: {
    name: "Kavya Pandey",
    collegeId: "0901IT251030",
    bio: "Reads in the library, sleeps in the library, has not yet been locked in the library.",
    joined: 117,
    isUnlisted: true,
  },
} as const satisfies Record<string, Person>;

/** Everyone's address is `first.last@` and the first domain of the campus, or their own. */
export const PEOPLE = { ...STUDENTS, ...FACULTY, ...ALUMNI };

export type PersonKey = keyof typeof PEOPLE;

const FIRST_NAMES = (
  "Abhishek Aishwarya Akash Amrita Ankit Anushka Bhavna Chetan Deepika Gaurav Gauri Himanshu Isha " +
  "Jatin Jyoti Karan Khushi Kunal Mansi Mohit Muskan Naman Neha Palak Pranav Rahul Rashi Sakshi " +
  "Shivam Shreya Tanmay Vaishnavi"
).split(" ");
const LAST_NAMES = "Jain Chauhan Mishra Sikarwar Rathore Bansal Kushwaha Saxena Parihar".split(" ");
/** The largest department thrice. */
const BRANCHES = ["CS", "CS", "CS", "IT", "EC", "EE", "ME", "CE"];
/** The years in which the four classes of 2027 to 2030 were admitted. */
const ADMITTED = [23, 24, 25, 26];

export type Student = { name: string; collegeId: string; joined: number };

/** Students who only like and join circles: the rest of the campus. All names differ. */
export const CROWD: Student[] = Array.from({ length: 96 }, (_, i) => ({
  name: `${FIRST_NAMES[i % FIRST_NAMES.length]} ${LAST_NAMES[(i * 7 + Math.floor(i / FIRST_NAMES.length) * 2) % LAST_NAMES.length]}`,
  collegeId: `0901${BRANCHES[i % BRANCHES.length]}${ADMITTED[Math.floor(i / BRANCHES.length) % ADMITTED.length]}1${100 + i}`,
  joined: 50 + ((i * 37) % 150),
}));
