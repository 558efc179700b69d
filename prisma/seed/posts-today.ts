import type { SeedPost } from "./post";

/** The posts of the last hours, newest first. */
export const POSTS_TODAY: SeedPost[] = [
  {
    by: "ishita",
    art: "mountains",
    text: "Four minutes of this light and then it was gone. Ran up three floors for it. #goldenhour",
    likes: 6,
    comments: [
      ["meera", "You beat me to the roof again 😭"],
      ["ishita", "Bring cake tomorrow and I’ll save you the corner"],
    ],
  },
  {
    by: "yash",
    art: "chai",
    text: "New kulhad place behind the civil block. ₹12. Ginger level: dangerous. 9/10, one point off because I had to share.",
    likes: 9,
    comments: [
      ["aarav", "Location??"],
      ["yash", "Follow the smell from Gate 2"],
      ["lavanya", "Filter coffee would never make me queue like this"],
    ],
  },
  {
    by: "tara",
    art: "clip of a rangoli",
    text: "Three hours, eleven people, one very patient drummer. The courtyard rangoli is done ✨ #techfest26",
    likes: 24,
    shares: 6,
    comments: [
      ["sneha", "The petals line up!! I measured with my eyes and cried a little"],
      ["harpreet", "The patient drummer’s hands would like a word"],
      ["divya", "My corner is the crooked one and I am proud of it"],
    ],
  },
  {
    by: "aarav",
    art: "desk",
    text: "It was a missing await. It is always a missing await.",
    likes: 19,
    comments: [
      ["dev", "It was DNS. It is always DNS."],
      ["sana", "You both should sleep"],
    ],
  },
  {
    by: "riya",
    art: "city",
    text: "Mock interviews tonight, 8 pm, seminar hall 2. Bring one project you can explain to your grandmother. If she would ask a question, I will too. #placements",
    likes: 27,
    shares: 11,
    comments: [
      ["vihaan", "My nani asks about scalability, is that normal?"],
      ["riya", "Hire her"],
      ["kavya", "Can second years come to watch?"],
      ["riya", "Second years should come to be asked 🙂"],
    ],
  },
  {
    by: "farhan",
    art: "stage",
    text: "Saturday, 7 pm, amphitheatre. Ten new minutes about the mess dal, which is also about ten minutes old.",
    likes: 32,
    shares: 4,
    comments: [
      ["yash", "As a reviewer I must recuse myself"],
      ["manav", "We play two songs after. We know two songs."],
    ],
  },
  {
    by: "zoya",
    art: "monsoon",
    text: "भीगे हुए रास्तों पर\nधीरे चलने का भी अपना हुनर है।",
    likes: 58,
    shares: 9,
    comments: [
      ["meera", "इसे दीवार पर लिखवा दो"],
      ["lavanya", "Reading this twice, slowly."],
      ["ananya", "💙"],
    ],
  },
  {
    by: "kabir",
    art: "circuit",
    text: "Jalebi walked in a straight line for eleven seconds. ELEVEN. We have video, we have witnesses, we have a very confused security guard. #robotics #techfest26",
    likes: 72,
    shares: 13,
    comments: [
      ["arjun", "Renaming the robot to Ruler?"],
      ["kabir", "She would never forgive us"],
      ["dev", "What did you change?"],
      ["kabir", "We put the left motor’s wheel on the left"],
      ["sana", "Groundbreaking"],
    ],
  },
  {
    by: "priya",
    art: "tree",
    text: "Neem no. 14 has leaves again. Everybody who carried water in May: this is yours. #greencampus",
    likes: 36,
    comments: [
      ["aditya", "My back remembers every bucket"],
      ["divya", "Number 14 is my favourite child"],
    ],
  },
  {
    by: "rohan",
    art: "cricket",
    text: "Hostel B by 3 runs. Last ball. No voice left. Details on request, gladly, for the rest of my life. #hostelcup",
    likes: 42,
    shares: 5,
    comments: [
      ["harpreet", "It was a no-ball and you know it"],
      ["rohan", "The umpire is final"],
      ["harpreet", "The umpire is your roommate"],
      ["aarav", "😂😂"],
    ],
  },
  {
    by: "nikhil",
    art: "constellations",
    text: "Saturn through the 8-inch tonight, roof of the EE block, from 9. Clear sky promised by three apps and one grandmother. #astronomy",
    likes: 30,
    shares: 8,
    comments: [
      ["tara", "Will there be rings?"],
      ["nikhil", "There will be rings."],
      ["kavya", "Bringing a thermos"],
    ],
  },
  {
    by: "sneha",
    art: "fort",
    text: "Forty minutes, one pen, one cup of tea spilled on the left tower. I think it helped. #urbansketching #gwalior",
    likes: 25,
    comments: [["ananya", "The perspective on the lower wall!! Teach me"]],
  },
  {
    by: "dev",
    art: "bauhaus",
    text: "Made a poster generator for the fest. No two are the same, three are even good. Code: https://example.org/posters — issues welcome, praise also. #opensource #techfest26",
    likes: 22,
    shares: 7,
    comments: [
      ["aarav", "Opened an issue: too much orange"],
      ["dev", "Closed: not possible"],
    ],
  },
  {
    by: "lavanya",
    art: "waves",
    text: "",
    likes: 14,
    comments: [["zoya", "Some pictures don’t need words. This one."]],
  },
];
