import type { SeedPost } from "./post";

/** Hostel, friends, food, exams, and everything in between. */
export const POSTS_LIFE: SeedPost[] = [
  {
    by: "aarav",
    art: "chai",
    text: "Six of us, one kettle, strictly against hostel rules, strictly necessary. #hostellife",
    likes: 34,
    comments: [
      ["rohan", "Delete this before the warden joins the app"],
      ["aarav", "The warden brought the biscuits"],
    ],
  },
  {
    by: "kavya",
    art: "desk",
    text: "Studied for ten hours. Of which arranging the desk: four. But LOOK at the desk. #exams",
    likes: 32,
    comments: [
      ["meera", "The desk passes. You?"],
      ["kavya", "We’ll see on Friday"],
    ],
  },
  {
    by: "riya",
    art: "tree",
    text: "Four years ago I sat on this bench and cried because I missed home. Today I sat here and nearly cried because I will miss it. Same bench. Somebody should check the bench.",
    likes: 101,
    shares: 17,
    comments: [
      ["ananya", "Stop it, I have make-up on"],
      ["aarav", "The bench is fine. I am not."],
      ["priya", "The tree above it is no. 3, she has heard everything"],
      ["sana", "😭😭😭"],
    ],
  },
  {
    by: "farhan",
    art: "stage",
    text: "Open mic survived. One joke died, we held a small ceremony. Thank you to the eight people who laughed before the punchline, you are real friends.",
    likes: 35,
    comments: [["manav", "I laughed after, like an honest man"]],
  },
  {
    by: "dev",
    art: "kites",
    text: "My little sister visited. She has reviewed the college: “too many stairs, good trees, why is everybody tired”.",
    likes: 84,
    shares: 7,
    comments: [
      ["riya", "Offer her a professorship"],
      ["kavya", "Why IS everybody tired"],
    ],
  },
  {
    by: "yash",
    art: "chai",
    text: "Poha with sev, poha with jalebi, poha with both. This is not breakfast, this is a theorem. #gwalior",
    likes: 38,
    comments: [
      ["aditya", "Proof?"],
      ["yash", "Left as an exercise for the eater"],
    ],
  },
  {
    by: "sana",
    art: "bauhaus",
    text: "Calligraphy break. The same letter forty times until it forgives me.",
    likes: 29,
    comments: [
      ["zoya", "The noon in the third row 👌"],
      ["sneha", "What nib is this?"],
    ],
  },
  {
    by: "harpreet",
    art: "stage",
    text: "Bhangra practice. The floor of the common room has a new slope. Civil department, please do not come. #bhangra",
    likes: 37,
    comments: [
      ["tara", "You all are getting so good"],
      ["aditya", "I have a level with me, it’s 2 degrees"],
    ],
  },
  {
    by: "meera",
    art: "mountains",
    text: "Found my grandfather’s light meter. It still works. It says it is time to go outside. #35mm",
    likes: 45,
    shares: 4,
    comments: [
      ["ishita", "I am already wearing shoes"],
      ["nikhil", "What a lovely thing to inherit"],
    ],
  },
  {
    by: "nikhil",
    art: "desk",
    text: "EE joke: resistance is not futile, it is V over I.",
    likes: 25,
    comments: [
      ["lavanya", "Get out"],
      ["farhan", "Take my Saturday slot"],
    ],
  },
  {
    by: "tara",
    art: "bauhaus",
    text: "Sewed 22 costumes this week. If you see a sequin anywhere on campus between now and your graduation, that is me saying hi.",
    likes: 33,
    comments: [
      ["divya", "One in my toothbrush mug"],
      ["harpreet", "One in the dal"],
    ],
  },
  {
    by: "rohan",
    art: "cricket",
    text: "Juniors’ trials today. A kid bowled me first ball and then apologised. Selected.",
    likes: 41,
    comments: [
      ["divya", "For the ball or the apology?"],
      ["rohan", "Yes"],
    ],
  },
  {
    by: "lavanya",
    art: "waves",
    text: "Changed a veena string at midnight with pliers from the EC lab. Do not tell either department.",
    likes: 24,
    comments: [
      ["ishita", "Tuned to 440 or to 50 hertz?"],
      ["lavanya", "Rude"],
    ],
  },
  {
    by: "ananya",
    art: "library",
    text: "The architecture library has one copy of everything and it is always with the same person. Sneha. Sneha, please.",
    likes: 28,
    comments: [
      ["sneha", "Monday."],
      ["ananya", "You said that on Monday"],
    ],
  },
  {
    by: "zoya",
    art: "chai",
    text: "कुछ लोग चाय की तरह होते हैं,\nपहले घूँट में नहीं, आख़िरी में याद आते हैं।",
    likes: 98,
    shares: 22,
    comments: [
      ["meera", "Screenshot, wallpaper, done"],
      ["riya", "वाह"],
      ["yash", "As an expert: accurate"],
    ],
  },
  {
    by: "priya",
    art: "rangoli",
    text: "The NSS room has new curtains. It took four meetings. Democracy is beautiful and slow. 🪟",
    likes: 19,
    comments: [["aditya", "I voted for the green ones and I accept the result"]],
  },
  {
    by: "kabir",
    art: "desk",
    text: "3 am in the robotics room: one soldering iron, two people who should know better, and Jalebi, who only wanted to be left alone.",
    likes: 30,
    comments: [["arjun", "Free Jalebi"]],
  },
  {
    by: "vihaan",
    art: "chai",
    text: "Meeting with our first user. It is Yash. He likes the colour of the button. We are building on that.",
    likes: 27,
    comments: [["yash", "It’s a good button"]],
  },
  {
    by: "manav",
    art: "desk",
    text: "Wrote a love song about a girl from the CS section. She wrote back a code review. Nine comments, two of them about rhythm.",
    likes: 93,
    shares: 13,
    comments: [
      ["sana", "The bridge had an infinite loop"],
      ["farhan", "IT WAS SANA??"],
      ["sana", "No! I only reviewed it"],
      ["manav", "LGTM is a love language"],
    ],
  },
  {
    by: "arjun",
    art: "circuit",
    text: "Rewired the workshop radio. It plays one station, and the station plays one singer. We are all Kumar Sanu now.",
    likes: 31,
    comments: [["rohan", "No complaints from this side"]],
  },
  {
    by: "divya",
    art: "tree",
    text: "",
    likes: 15,
    comments: [["priya", "No. 88! She’s grown so much"]],
  },
  {
    by: "manav",
    art: "clip of waves",
    text: "Loop for the song nobody has heard yet.",
    likes: 20,
    comments: [
      ["tara", "And when will they?"],
      ["manav", "When it has a chorus"],
    ],
  },
];
