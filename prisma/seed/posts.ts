import type { CardGround } from "@/lib/posts/card-look";
import type { PersonKey } from "./people";

/**
 * What the people of the demo campus post: 80 posts, with pictures from prisma/seed/media, six of
 * them cards.
 */

/** A post by one of the named people, with the others' comments, oldest first. */
export type SeedPost = {
  by: PersonKey;
  /** One to four pictures, or a video, and what they show. Only a video stands in several posts. */
  media: { file: string; alt: string }[];
  /** It is a card: the composer drew its picture of its text, which also describes it. */
  ground?: CardGround;
  text: string;
  /** How many people like it in the end; a post that is minutes old has fewer. */
  likes: number;
  shares?: number;
  comments?: [PersonKey, string][];
};

/** The posts of the last hours, newest first. */
export const POSTS_TODAY: SeedPost[] = [
  {
    by: "ishita",
    media: [{ file: "mountains-1.webp", alt: "Layered mountains in the evening, with a low sun." }],
    text: "Four minutes of this light and then it was gone. Ran up three floors for it. #goldenhour",
    likes: 6,
    comments: [
      ["meera", "You beat me to the roof again 😭"],
      ["ishita", "Bring cake tomorrow and I’ll save you the corner"],
    ],
  },
  {
    by: "yash",
    media: [{ file: "chai-1.webp", alt: "Steaming chai in a clay cup on a wooden table by the window." }],
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
    media: [
      { file: "rangoli.mp4", alt: "The rings of a rangoli turn slowly while the lamps around it flicker." },
    ],
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
    media: [{ file: "card-1.webp", alt: "" }],
    ground: "night",
    text: "It was a missing await. It is always a missing await.",
    likes: 19,
    comments: [
      ["dev", "It was DNS. It is always DNS."],
      ["sana", "You both should sleep"],
    ],
  },
  {
    by: "alka",
    media: [{ file: "library-3.webp", alt: "Library shelves full of colourful books, a plant and a globe." }],
    text: "Compiler projects are due on Friday at 6, not around Friday. Until then my door is open, and so is the biscuit tin. #cse",
    likes: 34,
    shares: 3,
    comments: [
      ["aarav", "Is Friday negotiable, ma’am?"],
      ["alka", "The biscuits are."],
      ["riya", "Last year’s batch ate all of them. Worth it."],
    ],
  },
  {
    by: "riya",
    media: [{ file: "city-1.webp", alt: "A city skyline at night under the moon, many windows lit." }],
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
    media: [
      {
        file: "stage-1.webp",
        alt: "A band on stage at a college fest, beams of light over a cheering crowd.",
      },
    ],
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
    media: [{ file: "card-2.webp", alt: "" }],
    ground: "leaf",
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
    by: "aparna",
    media: [{ file: "city-8.webp", alt: "A city skyline at night under the moon, many windows lit." }],
    text: "Years out, and I still dream that I am late for the 9 o’clock lab. We hire in January: write me one line about something you built, and I will read it. #placements",
    likes: 61,
    shares: 16,
    comments: [
      ["riya", "Sharing this with the whole final year"],
      ["dev", "Does a poster generator count?"],
      ["aparna", "If you can say why there is so much orange"],
    ],
  },
  {
    by: "kabir",
    media: [
      {
        file: "circuit-1.webp",
        alt: "A blue circuit board with a processor in the middle and glowing traces.",
      },
    ],
    text: "Jalebi walked in a straight line for eleven seconds. ELEVEN. We have video, we have witnesses, we have a very confused security guard. #robotics #techfest26",
    likes: 72,
    shares: 13,
    comments: [
      ["arjun", "Renaming the robot to Ruler?"],
      ["kabir", "She would never forgive us"],
      ["dev", "What did you change?"],
      ["kabir", "We put the left motor’s wheel on the left"],
      ["sana", "Groundbreaking"],
      ["vikram", "The guard has asked me for a transfer"],
    ],
  },
  {
    by: "priya",
    media: [
      { file: "tree-1.webp", alt: "A big tree on a hill in summer, leaves in the air." },
      { file: "tree-2.webp", alt: "A big tree on a hill in blossom, leaves in the air." },
      { file: "mountains-2.webp", alt: "Layered mountains in the evening, with a low sun." },
      { file: "tree-3.webp", alt: "A big tree on a hill in autumn, leaves in the air." },
    ],
    text: "Neem no. 14 has leaves again. Everybody who carried water in May: this is yours. #greencampus",
    likes: 36,
    comments: [
      ["aditya", "My back remembers every bucket"],
      ["divya", "Number 14 is my favourite child"],
    ],
  },
  {
    by: "rohan",
    media: [
      { file: "cricket-1.webp", alt: "Cricket stumps and a ball in flight under floodlights." },
      { file: "cricket-2.webp", alt: "Cricket stumps and a ball in flight late in the afternoon." },
    ],
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
    media: [
      {
        file: "constellations-1.webp",
        alt: "A starry night with constellations drawn between the stars, above a dark hill.",
      },
    ],
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
    media: [
      { file: "fort-1.webp", alt: "A hill fort with domes and round towers in golden light." },
      { file: "fort-2.webp", alt: "A hill fort with domes and round towers at dusk." },
      { file: "fort-3.webp", alt: "A hill fort with domes and round towers at dusk." },
    ],
    text: "Forty minutes, one pen, one cup of tea spilled on the left tower. I think it helped. #urbansketching #gwalior",
    likes: 25,
    comments: [["ananya", "The perspective on the lower wall!! Teach me"]],
  },
  {
    by: "dev",
    media: [
      { file: "bauhaus-1.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
      { file: "bauhaus-2.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
      { file: "bauhaus-3.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
      { file: "bauhaus-4.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
    ],
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
    media: [{ file: "waves-1.webp", alt: "Rolling waves in front of a red sun." }],
    text: "",
    likes: 14,
    comments: [["zoya", "Some pictures don’t need words. This one."]],
  },
];

/** The posts of the six weeks before, in no order. */
export const OLDER_POSTS: SeedPost[] = [
  {
    by: "suresh",
    media: [
      {
        file: "circuit-4.webp",
        alt: "A golden circuit board with a processor in the middle and glowing traces.",
      },
    ],
    text: "Signals lab, week 8: forty-one waveforms, and one of them was a drawing of me. Full marks for the drawing. #ece",
    likes: 38,
    comments: [
      ["ishita", "It was Lavanya, sir"],
      ["lavanya", "It was a faithful reconstruction, sir"],
    ],
  },
  {
    by: "imran",
    media: [{ file: "chai-6.webp", alt: "Steaming chai in a clay cup beside a plate of biscuits." }],
    text: "Came back to campus for a day. The mess has a new roof, the chai has the same uncle, and he still knew my order.",
    likes: 57,
    shares: 4,
    comments: [
      ["yash", "Name the order."],
      ["imran", "Cutting, extra ginger, on credit"],
      ["arjun", "The Baja workshop has your name on the wall, come and see"],
    ],
  },
  {
    by: "leela",
    media: [{ file: "tree-9.webp", alt: "A big tree on a hill in early autumn, leaves in the air." }],
    text: "Third-year studio went outside to draw shade, not trees. The best sheet is nearly empty. #barch",
    likes: 29,
    comments: [
      ["sneha", "Mine is the empty one 🙋"],
      ["tenzin", "She told our year the same. It is still true."],
    ],
  },
  {
    by: "siddharth",
    media: [{ file: "desk-7.webp", alt: "A laptop full of code on a desk with a lamp, a plant and a mug." }],
    text: "To the final years: your first code review at work will hurt less than one by Sana. I have had both.",
    likes: 46,
    shares: 5,
    comments: [
      ["sana", "You are welcome"],
      ["riya", "Confirmed"],
    ],
  },
  {
    by: "harish",
    media: [{ file: "mountains-8.webp", alt: "Layered green mountains under a pale sun." }],
    text: "Survey camp, day 2. The hill is where the map says, give or take a goat. #surveycamp",
    likes: 33,
    comments: [
      ["harpreet", "The goat is now a benchmark, sir"],
      ["aditya", "I know a shorter way up"],
      ["harish", "I know. I walked it in 1998."],
    ],
  },
  {
    by: "gurleen",
    media: [
      {
        file: "constellations-6.webp",
        alt: "A starry night with constellations drawn between the stars, above a dark hill.",
      },
    ],
    text: "Night shift at the substation. On the far side of our lamps you can see Orion. The astronomy club may visit, helmets are on us. #astronomy",
    likes: 40,
    shares: 4,
    comments: [
      ["nikhil", "When. We are packed."],
      ["nandini", "May my machines class come along?"],
    ],
  },
  {
    by: "kavya",
    media: [
      {
        file: "constellations-2.webp",
        alt: "A starry night with constellations drawn between the stars, above a dark hill.",
      },
    ],
    text: "Finished a book at 4 am and had nobody to tell, so: I finished it, it was wonderful, I will be useless today.",
    likes: 29,
    comments: [
      ["zoya", "Which one?! You can’t leave it at that"],
      ["kavya", "Come to the third floor"],
    ],
  },
  {
    by: "meera",
    media: [
      {
        file: "rangoli-1.webp",
        alt: "A round rangoli with 16 petals in festive colours, lamps in the corners.",
      },
    ],
    text: "Colours on the terrace, colours in my camera bag, colours in places I will find in March. #holi",
    likes: 86,
    shares: 6,
    comments: [
      ["ishita", "My lens cap is pink for ever"],
      ["divya", "Sorry about your white kurta (I am not)"],
    ],
  },
  {
    by: "divya",
    media: [{ file: "kites-1.webp", alt: "9 colourful kites in the sky above the roofs." }],
    text: "Roof of hostel D, forty kites, and one auntie from across the street who beat all of us without getting up from her chair.",
    likes: 35,
    comments: [["tara", "Auntie supremacy"]],
  },
  {
    by: "manav",
    media: [{ file: "tree-4.webp", alt: "A big tree on a hill in summer, leaves in the air." }],
    text: "Busking for the blood donation camp. ₹1,340, one button, one love letter (not for us). #nss",
    likes: 35,
    comments: [["priya", "The button was the best donation"]],
  },
  {
    by: "priya",
    media: [{ file: "monsoon-2.webp", alt: "2 friends walk under umbrellas in the monsoon rain." }],
    text: "Planted the last twelve in the rain today. Mud up to here, teeth chattering, everybody laughing. If anyone asks what I did in college: this. #greencampus",
    likes: 91,
    shares: 14,
    comments: [
      ["harpreet", "I fell twice and would again"],
      ["aditya", "No. 212 is mine, hands off"],
      ["riya", "So proud of you all"],
    ],
  },
  {
    by: "ananya",
    media: [{ file: "city-2.webp", alt: "A city skyline at night under the moon, many windows lit." }],
    text: "Walked the old lanes around Maharaj Bada with a tape measure. Every door is a different height and every shopkeeper has an opinion about it.",
    likes: 30,
    comments: [
      ["sneha", "The one with the brass hand!"],
      ["meera", "Take me along"],
    ],
  },
  {
    by: "tara",
    media: [
      { file: "rangoli.mp4", alt: "The rings of a rangoli turn slowly while the lamps around it flicker." },
    ],
    text: "We turned the stage design into a loop for the screen. Stare at it for a minute and then look at the wall, trust me 🌀 #techfest26",
    likes: 39,
    shares: 10,
    comments: [
      ["sana", "The wall is breathing"],
      ["dev", "Frame 61 is frame 1, so clean"],
    ],
  },
  {
    by: "yash",
    media: [{ file: "chai-2.webp", alt: "Steaming chai in a clay cup on a wooden table by the window." }],
    text: "Poha with sev, poha with jalebi, poha with both. This is not breakfast, this is a theorem. #gwalior",
    likes: 38,
    comments: [
      ["aditya", "Proof?"],
      ["yash", "Left as an exercise for the eater"],
    ],
  },
  {
    by: "sana",
    media: [{ file: "card-3.webp", alt: "" }],
    ground: "marigold",
    text: "Reminder from a final-year: drink water, back up your project, call your mother. In any order, but all three.",
    likes: 89,
    shares: 24,
    comments: [
      ["dev", "Called. She says hello and asks if you’re eating."],
      ["kavya", "Backed up the mother, called the water"],
    ],
  },
  {
    by: "meera",
    media: [{ file: "fort-4.webp", alt: "A hill fort with domes and round towers at sunset." }],
    text: "Roll 7, frame 31. Man Singh palace, film that expired in 2019, and luck. #35mm #gwalior",
    likes: 41,
    comments: [
      ["sneha", "The grain!!"],
      ["ishita", "Expired film and you, a love story"],
    ],
  },
  {
    by: "aarav",
    media: [{ file: "desk-2.webp", alt: "A laptop full of code on a desk with a lamp, a plant and a mug." }],
    text: "Hackathon, hour 22. The project works. Nobody knows why. Nobody is allowed to touch it. 🤫 #hackathon",
    likes: 40,
    shares: 4,
    comments: [
      ["vihaan", "I touched it"],
      ["aarav", "VIHAAN"],
      ["vihaan", "It still works, relax"],
    ],
  },
  {
    by: "divya",
    media: [
      {
        file: "stage-2.webp",
        alt: "A band on stage at a college fest, beams of light over a cheering crowd.",
      },
      {
        file: "stage-3.webp",
        alt: "A band on stage at a college fest, beams of light over a cheering crowd.",
      },
    ],
    text: "Inter-college kabaddi: gold 🥇. My knees are two different colours and neither is skin. #kabaddi",
    likes: 88,
    shares: 9,
    comments: [
      ["rohan", "QUEEN"],
      ["priya", "The whole block heard us screaming"],
      ["tara", "That last raid!!!"],
      ["divya", "I closed my eyes, don’t tell coach"],
    ],
  },
  {
    by: "lavanya",
    media: [
      { file: "waves.mp4", alt: "A small sailing boat rocks on rolling waves in front of an evening sun." },
    ],
    text: "Tighra dam, last boat of the day. Sound on, it is worth it. Actually there is no sound. Imagine the oars.",
    likes: 49,
    shares: 8,
    comments: [
      ["zoya", "I can hear them"],
      ["manav", "I can add a guitar"],
      ["lavanya", "Please don’t"],
    ],
  },
  {
    by: "sneha",
    media: [
      { file: "bauhaus-5.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
    ],
    text: "Model glued. Fingers glued. Model glued to fingers. #barch",
    likes: 30,
    comments: [["ananya", "Acetone is in my drawer, second from the top"]],
  },
  {
    by: "nikhil",
    media: [{ file: "card-4.webp", alt: "" }],
    ground: "blue",
    text: "EE joke: resistance is not futile, it is V over I.",
    likes: 25,
    comments: [
      ["lavanya", "Get out"],
      ["farhan", "Take my Saturday slot"],
    ],
  },
  {
    by: "tara",
    media: [
      {
        file: "rangoli-2.webp",
        alt: "A round rangoli with 12 petals in festive colours, lamps in the corners.",
      },
    ],
    text: "Rangoli on the hostel steps. Two hours to make, and then everybody walks around it for a week as if it were a lake. #festivals",
    likes: 38,
    comments: [
      ["priya", "I jumped over it with a suitcase"],
      ["sneha", "The colours are so calm"],
    ],
  },
  {
    by: "aditya",
    media: [{ file: "waves-2.webp", alt: "Rolling waves in front of an evening sun." }],
    text: "Chambal safari: two gharials, one dolphin (Arjun says a log), sunburn in the shape of a camera strap.",
    likes: 32,
    comments: [
      ["arjun", "It was a log."],
      ["aditya", "It WAVED at us"],
    ],
  },
  {
    by: "farhan",
    media: [{ file: "chai-3.webp", alt: "Steaming chai in a clay cup on a wooden table by the window." }],
    text: "Tea stall uncle asked what I study. I said IT. He said “then fix my phone”. I fixed his phone. Best internship I’ve had.",
    likes: 90,
    shares: 16,
    comments: [
      ["riya", "Put it on the résumé"],
      ["vihaan", "Stipend?"],
      ["farhan", "Two teas and a samosa"],
    ],
  },
  {
    by: "aarav",
    media: [
      {
        file: "constellations-3.webp",
        alt: "A starry night with constellations drawn between the stars, above a dark hill.",
      },
    ],
    text: "Long walk around the campus after midnight with people I did not know three years ago. If I could send one message back to the boy who unpacked his steel trunk in room 214 and did not come down for dinner: they are downstairs, they kept a plate for you, go.",
    likes: 103,
    shares: 18,
    comments: [
      ["rohan", "It was rajma. You missed rajma."],
      ["ishita", "And now we can’t get rid of you"],
      ["riya", "💙💙"],
      ["dev", "Sending this to my first-year self, who is me, last year"],
    ],
  },
  {
    by: "priya",
    media: [{ file: "tree-5.webp", alt: "A big tree on a hill in autumn, leaves in the air." }],
    text: "Blood donation camp: 143 units in one day. To the first-year who fainted at the registration desk and then donated anyway: legend. #nss",
    likes: 44,
    shares: 15,
    comments: [
      ["harpreet", "He had three juices afterwards, also a record"],
      ["meera", "So good to see the queue"],
    ],
  },
  {
    by: "kavya",
    media: [{ file: "desk-4.webp", alt: "A laptop full of code on a desk with a lamp, a plant and a mug." }],
    text: "Studied for ten hours. Of which arranging the desk: four. But LOOK at the desk. #exams",
    likes: 32,
    comments: [
      ["meera", "The desk passes. You?"],
      ["kavya", "We’ll see on Friday"],
    ],
  },
  {
    by: "sneha",
    media: [{ file: "city-3.webp", alt: "A city skyline at night under the moon, many windows lit." }],
    text: "Page 60 of the sketchbook. People stop, look, say “photo se achha hai” and walk on. It keeps me going. #urbansketching",
    likes: 36,
    comments: [
      ["ishita", "Ouch, but true"],
      ["zoya", "फ़ोटो से अच्छा है ❤️"],
    ],
  },
  {
    by: "ananya",
    media: [
      { file: "bauhaus-6.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
      { file: "bauhaus-7.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
      { file: "bauhaus-8.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
    ],
    text: "Studio review: “interesting”. Reader, I have been an architecture student for four years. I know what “interesting” means. #barch",
    likes: 39,
    comments: [
      ["sneha", "I got “brave”"],
      ["ananya", "Oh no"],
      ["sneha", "Yes"],
      ["leela", "It was interesting."],
    ],
  },
  {
    by: "manav",
    media: [{ file: "desk-5.webp", alt: "A laptop full of code on a desk with a lamp, a plant and a mug." }],
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
    by: "riya",
    media: [{ file: "tree-6.webp", alt: "A big tree on a hill in summer, leaves in the air." }],
    text: "Three years ago I sat on this bench and cried because I missed home. Today I sat here and nearly cried because I will miss it. Same bench. Somebody should check the bench.",
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
    by: "riya",
    media: [{ file: "city-4.webp", alt: "A city skyline at night under the moon, many windows lit." }],
    text: "Signed. 🎉 Fourteen months, thirty-one applications, four final rounds, one yes. To everyone still waiting: the yes sounds exactly like the no until the second sentence. Keep picking up the phone. Thank you to the seniors who read my terrible first résumé and said “it has potential” with a straight face. #placements",
    likes: 104,
    shares: 21,
    comments: [
      ["aarav", "So, so deserved 💙"],
      ["vihaan", "The second sentence line 😭"],
      ["ishita", "Treat. Where. When."],
      ["riya", "Sarafa, Friday, all of you"],
      ["sana", "I still have your first résumé. It had clip art."],
      ["priya", "Congratulations didi!"],
      ["siddharth", "Told you. See you in Bengaluru."],
    ],
  },
  {
    by: "manav",
    media: [
      { file: "waves.mp4", alt: "A small sailing boat rocks on rolling waves in front of an evening sun." },
    ],
    text: "Loop for the song nobody has heard yet.",
    likes: 20,
    comments: [
      ["tara", "And when will they?"],
      ["manav", "When it has a chorus"],
    ],
  },
  {
    by: "sana",
    media: [
      {
        file: "rangoli-3.webp",
        alt: "A round rangoli with 12 petals in festive colours, lamps in the corners.",
      },
    ],
    text: "Eid mubarak from hostel A 🌙 The sevaiyan ran out at 11, the hugs did not. #eid",
    likes: 94,
    shares: 8,
    comments: [
      ["riya", "Mubarak! Save me some next time"],
      ["farhan", "I had three bowls, it was me"],
      ["priya", "❤️"],
    ],
  },
  {
    by: "harpreet",
    media: [
      {
        file: "rangoli-4.webp",
        alt: "A round rangoli with 8 petals in festive colours, lamps in the corners.",
      },
    ],
    text: "Langar duty with the whole corridor. 400 rotis. Mine are the ones shaped like states. #seva",
    likes: 40,
    shares: 4,
    comments: [
      ["arjun", "I had Rajasthan, delicious"],
      ["lavanya", "Kerala needs work"],
    ],
  },
  {
    by: "rohan",
    media: [{ file: "city-5.webp", alt: "A city skyline at night under the moon, many windows lit." }],
    text: "Night bus home. Window seat, mummy’s parathas on the way there, mummy’s pickle on the way back. घर।",
    likes: 42,
    comments: [
      ["yash", "Pickle type?"],
      ["rohan", "Kairi. I’ll bring you some."],
      ["yash", "You are a good man"],
    ],
  },
  {
    by: "tara",
    media: [
      { file: "bauhaus-9.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
    ],
    text: "Sewed 22 costumes this week. If you see a sequin anywhere on campus between now and your graduation, that is me saying hi.",
    likes: 33,
    comments: [
      ["divya", "One in my toothbrush mug"],
      ["harpreet", "One in the dal"],
    ],
  },
  {
    by: "nikhil",
    media: [
      {
        file: "constellations-4.webp",
        alt: "A starry night with constellations drawn between the stars, above a dark hill.",
      },
    ],
    text: "Drove out past the quarry where there are no lamps. Lay on the bonnet for two hours. Counted 23 meteors and one aeroplane that we all wished on anyway. #astronomy #geminids",
    likes: 85,
    shares: 11,
    comments: [
      ["ananya", "Next time I am in the car"],
      ["kabir", "The aeroplane counts"],
    ],
  },
  {
    by: "arjun",
    media: [
      { file: "bauhaus-10.webp", alt: "An abstract pattern of circles, quarters and stripes in 4 colours." },
    ],
    text: "Chassis is welded, paint is dry, nobody is speaking to anybody. It is called teamwork. #baja",
    likes: 32,
    shares: 3,
    comments: [
      ["divya", "I’m speaking to you: the roll cage is crooked"],
      ["arjun", "Blocked"],
    ],
  },
  {
    by: "farhan",
    media: [
      {
        file: "stage-4.webp",
        alt: "A band on stage at a college fest, beams of light over a cheering crowd.",
      },
    ],
    text: "Open mic survived. One joke died, we held a small ceremony. Thank you to the eight people who laughed before the punchline, you are real friends.",
    likes: 35,
    comments: [["manav", "I laughed after, like an honest man"]],
  },
  {
    by: "priya",
    media: [{ file: "mountains-3.webp", alt: "Layered mountains at sunset, with a low sun." }],
    text: "Village camp, day 5. The hand pump works, the children have named it Pappu, and I have learned to make a roti that is nearly round. #nss",
    likes: 48,
    shares: 9,
    comments: [
      ["harpreet", "Nearly round is how it starts"],
      ["meera", "Pappu 😭"],
    ],
  },
  {
    by: "zoya",
    media: [{ file: "card-6.webp", alt: "" }],
    ground: "mist",
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
    by: "rohan",
    media: [{ file: "cricket-3.webp", alt: "Cricket stumps and a ball in flight under floodlights." }],
    text: "Juniors’ trials today. A kid bowled me first ball and then apologised. Selected.",
    likes: 41,
    comments: [
      ["divya", "For the ball or the apology?"],
      ["rohan", "Yes"],
    ],
  },
  {
    by: "ishita",
    media: [{ file: "fort-5.webp", alt: "A hill fort with domes and round towers at dusk." }],
    text: "The fort at 6:10, before the first bus. You can hear your own shoes. #gwalior #goldenhour",
    likes: 92,
    shares: 14,
    comments: [
      ["meera", "The blue tiles, in this light…"],
      ["aditya", "Next time take the Urvai side, you’ll thank me"],
      ["nikhil", "What time did you even get up"],
      ["ishita", "I didn’t go to bed"],
    ],
  },
  {
    by: "dev",
    media: [{ file: "desk-6.webp", alt: "A laptop full of code on a desk with a lamp, a plant and a mug." }],
    text: "First real pull request merged today. Not a typo. An actual function, with an actual test. I have told everybody in the corridor and now I am telling you. #opensource",
    likes: 37,
    shares: 2,
    comments: [
      ["aarav", "Proud of you"],
      ["sana", "The corridor is proud of you too, you were very loud"],
      ["farida", "A test, before anyone asked for it. Well done."],
    ],
  },
  {
    by: "ishita",
    media: [{ file: "library-2.webp", alt: "Library shelves full of colourful books." }],
    text: "Portraits of the people who keep this place running, no. 1: Ramesh ji, library, 26 years. He knows who borrowed what in 2003 and he will not tell me. #peopleofmits",
    likes: 99,
    shares: 20,
    comments: [
      ["kavya", "RAMESH JI ❤️"],
      ["aarav", "He once renewed my book before I knew I needed it"],
      ["sana", "More of these please"],
      ["meera", "What a beautiful idea"],
      ["ramesh", "I know. I will not tell."],
    ],
  },
  {
    by: "sneha",
    media: [{ file: "tree-7.webp", alt: "A big tree on a hill in blossom, leaves in the air." }],
    text: "Drew the gulmohar outside block C every day of this month. Thirty trees that are one tree. On the wall of the corridor until somebody minds.",
    likes: 51,
    shares: 10,
    comments: [
      ["ananya", "Day 17 is my favourite"],
      ["priya", "She is no. 31 and she’s blushing"],
      ["zoya", "Nobody minds."],
    ],
  },
  {
    by: "farhan",
    media: [{ file: "card-5.webp", alt: "" }],
    ground: "rose",
    text: "Attendance update: 74.6 %. If one of you sees a 0.4, even a used one, I pay well.",
    likes: 50,
    shares: 9,
    comments: [
      ["riya", "I have 0.3, final offer two teas"],
      ["yash", "Rounding is a human right"],
    ],
  },
  {
    by: "yash",
    media: [{ file: "city-6.webp", alt: "A city skyline at night under the moon, many windows lit." }],
    text: "Sarafa after 9 pm: an investigation. Eleven stalls, four friends, one map drawn on a napkin. Findings: the malpua at the corner wins, the second rabdi was a mistake, the third was not. Full ranking when I can move again. #gwalior #foodwalk",
    likes: 50,
    shares: 19,
    comments: [
      ["rohan", "Napkin map or it didn’t happen"],
      ["yash", "The napkin is evidence and sticky"],
      ["riya", "I know exactly which corner"],
    ],
  },
  {
    by: "ananya",
    media: [{ file: "fort-6.webp", alt: "A hill fort with domes and round towers at dusk." }],
    text: "Measured drawing of the stepwell is finished: 41 sheets, one summer, one very friendly goat. #barch #gwalior",
    likes: 42,
    shares: 7,
    comments: [
      ["sneha", "The goat is on sheet 17, isn’t it"],
      ["ananya", "To scale"],
    ],
  },
  {
    by: "divya",
    media: [{ file: "cricket-4.webp", alt: "Cricket stumps and a ball in flight under floodlights." }],
    text: "They said they needed a fielder. They did not say until when. It is dark. I am still at deep square leg. Send help.",
    likes: 37,
    comments: [
      ["rohan", "One more over"],
      ["divya", "You said that eleven overs ago"],
    ],
  },
  {
    by: "kabir",
    media: [{ file: "cricket-5.webp", alt: "Cricket stumps and a ball in flight on a bright day." }],
    text: "Built a bowling machine. It has one speed and one opinion. Rohan is hiding behind the sightscreen. #robotics #hostelcup",
    likes: 43,
    shares: 5,
    comments: [
      ["rohan", "It AIMED"],
      ["arjun", "We gave it opinions, yes"],
    ],
  },
  {
    by: "dev",
    media: [{ file: "kites-2.webp", alt: "9 colourful kites in the sky above the roofs." }],
    text: "My little sister visited. She has reviewed the college: “too many stairs, good trees, why is everybody tired”.",
    likes: 84,
    shares: 7,
    comments: [
      ["riya", "Offer her a professorship"],
      ["kavya", "Why IS everybody tired"],
    ],
  },
  {
    by: "arjun",
    media: [{ file: "mountains-4.webp", alt: "Layered mountains in pink light, with a low sun." }],
    text: "Test track, somewhere dusty. She jumps. She lands. We have most of the bolts. #baja",
    likes: 38,
    shares: 6,
    comments: [
      ["kabir", "Most?"],
      ["arjun", "MOST."],
      ["divya", "I found one in my shoe"],
    ],
  },
  {
    by: "vihaan",
    media: [{ file: "city-7.webp", alt: "A city skyline at night under the moon, many windows lit." }],
    text: "Bengaluru for two days, for a hackathon final. Came fourth, ate first.",
    likes: 29,
    comments: [["yash", "Report on the dosas, please, with photographs"]],
  },
  {
    by: "lavanya",
    media: [
      {
        file: "stage-5.webp",
        alt: "A band on stage at a college fest, beams of light over a cheering crowd.",
      },
    ],
    text: "Tansen Samaroh, last night, last raga. The whole ground breathing at the same speed. I have no better sentence than that. #tansensamaroh #gwalior",
    likes: 87,
    shares: 12,
    comments: [
      ["manav", "I put my guitar away for a week after this"],
      ["zoya", "That is the sentence."],
    ],
  },
  {
    by: "kavya",
    media: [{ file: "tree-8.webp", alt: "A big tree on a hill in autumn, leaves in the air." }],
    text: "The bench under tree no. 3 has a waiting list now. Riya didi, what have you done.",
    likes: 29,
    comments: [
      ["riya", "I only sat on it"],
      ["priya", "No. 3 does not take reservations"],
    ],
  },
  {
    by: "kabir",
    media: [
      {
        file: "circuit-2.webp",
        alt: "A black circuit board with a processor in the middle and glowing traces.",
      },
    ],
    text: "Smoke test passed. By which I mean there was smoke. #robotics",
    likes: 34,
    comments: [
      ["lavanya", "Which capacitor?"],
      ["kabir", "Was."],
      ["yash", "Maybe give the club to somebody who can read a datasheet, you clown"],
    ],
  },
  {
    by: "vihaan",
    media: [
      {
        file: "circuit-3.webp",
        alt: "A green circuit board with a processor in the middle and glowing traces.",
      },
    ],
    text: "Trained a model to predict the mess menu. 94 % accuracy. It just says “aloo”.",
    likes: 43,
    shares: 10,
    comments: [
      ["yash", "Overfitted, but to reality"],
      ["farhan", "OK that one I am stealing"],
    ],
  },
  {
    by: "meera",
    media: [{ file: "mountains-5.webp", alt: "Layered mountains in the evening, with a low sun." }],
    text: "Found my grandfather’s light meter. It still works. It says it is time to go outside. #35mm",
    likes: 45,
    shares: 4,
    comments: [
      ["ishita", "I am already wearing shoes"],
      ["nikhil", "What a lovely thing to inherit"],
    ],
  },
  {
    by: "aditya",
    media: [{ file: "mountains-6.webp", alt: "Layered mountains at dawn, with a low sun." }],
    text: "14 km, two wrong turns, one dog who joined at the temple and led us home. We have named him Captain. #trekking",
    likes: 45,
    shares: 5,
    comments: [
      ["harpreet", "Captain ate my sandwich. Fair price."],
      ["divya", "Bring Captain to campus"],
    ],
  },
  {
    by: "harpreet",
    media: [{ file: "mountains-7.webp", alt: "Layered mountains in the evening, with a low sun." }],
    text: "Home for the wheat harvest. Phone in a drawer, hands like sandpaper, slept like a stone. Back on Monday with gur for everyone.",
    likes: 46,
    shares: 3,
    comments: [
      ["priya", "EVERYONE?"],
      ["harpreet", "First come"],
      ["lavanya", "At your door since now"],
    ],
  },
  {
    by: "zoya",
    media: [
      {
        file: "constellations-5.webp",
        alt: "A starry night with constellations drawn between the stars, above a dark hill.",
      },
    ],
    text: "A power cut, forty windows, and slowly somebody begins to sing. By the second verse it was the whole hostel.",
    likes: 97,
    shares: 12,
    comments: [
      ["manav", "It was us! Two songs!"],
      ["tara", "I started the harmony 🙋"],
      ["aarav", "The best ten minutes of this semester"],
    ],
  },
  {
    by: "yash",
    media: [{ file: "chai-5.webp", alt: "Steaming chai in a clay cup on a wooden table by the window." }],
    text: "Mess review, week 9.\nDal: present.\nPaneer: spotted twice.\nKheer: would marry.\nOverall 6.5, up from 6. Progress.",
    likes: 47,
    shares: 6,
    comments: [
      ["farhan", "Stop stealing my material"],
      ["dev", "The paneer sighting was confirmed by two independent tables"],
      ["kavya", "Justice for the poha"],
    ],
  },
];
