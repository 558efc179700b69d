import { BROKEN_IMAGE, hoursBefore, idOf, MEMBERS, picture } from "@/components/gallery/samples";
import type { Comment } from "@/lib/comments/schema";
import type { Post } from "@/lib/posts/schema";

/** Sample posts and comments for the gallery. */

const post: Post = {
  _id: idOf(100),
  userId: { ...MEMBERS.ishita, collegeName: "MITS" },
  caption: "Sunrise from the hostel roof before the 8 a.m. lab. Worth losing sleep for. #gwalior #goldenhour",
  mediaUrl: picture(18),
  mediaType: "image",
  hashtags: ["gwalior", "goldenhour"],
  visibility: "public",
  likes: [],
  isLiked: false,
  isBookmarked: false,
  likesCount: 12,
  commentsCount: 3,
  sharesCount: 1,
  isActive: true,
  createdAt: hoursBefore(2),
  width: 1200,
  height: 900,
  placeholder: picture(18, 12, 9),
  thumbnail: picture(18, 320, 240),
  altText: "The sun over dark hills",
};

const LONG_CAPTION = `${"One more thing about this morning. ".repeat(12)}\n\nهذا نص طويل يُقرأ من اليمين إلى اليسار.`;

/** Variants of one post, each with its own id. */
export const POSTS = Object.fromEntries(
  Object.entries({
    picture: {},
    trending: { isLiked: true, likesCount: 1_240, commentsCount: 86, sharesCount: 2_000_000 },
    own: { userId: { ...MEMBERS.aarav, collegeName: "MITS" }, caption: "My own, with a menu for me alone." },
    noCaption: { caption: "", likesCount: 0, commentsCount: 0, sharesCount: 0 },
    longCaption: { caption: LONG_CAPTION, userId: { ...MEMBERS.longName, collegeName: "MITS" } },
    anonymous: {
      userId: { ...MEMBERS.anonymous, collegeName: "--" },
      caption: "From someone without a name yet.",
    },
    tall: {
      mediaUrl: picture(140, 600, 1800),
      width: 600,
      height: 1800,
      caption: "Taller than a frame may be.",
    },
    wide: {
      mediaUrl: picture(260, 2400, 600),
      width: 2400,
      height: 600,
      caption: "Wider than a frame may be.",
    },
    several: {
      caption: "Three of the same morning, in three shapes.",
      media: [
        {
          mediaUrl: picture(18),
          mediaType: "image",
          thumbnail: picture(18, 320, 240),
          width: 1200,
          height: 900,
          placeholder: picture(18, 12, 9),
          altText: "The sun over dark hills",
        },
        {
          mediaUrl: picture(140, 600, 1800),
          mediaType: "image",
          thumbnail: picture(140, 80, 240),
          width: 600,
          height: 1800,
          placeholder: picture(140, 6, 18),
          altText: "",
        },
        {
          mediaUrl: picture(260, 2400, 600),
          mediaType: "image",
          thumbnail: picture(260, 320, 80),
          width: 2400,
          height: 600,
          placeholder: picture(260, 24, 6),
          altText: "The lake, wide and still",
        },
      ],
    },
    gone: {
      mediaUrl: BROKEN_IMAGE,
      thumbnail: BROKEN_IMAGE,
      caption: "Its picture is gone; the blurred one stays.",
    },
    goneEntirely: {
      mediaUrl: BROKEN_IMAGE,
      placeholder: "",
      thumbnail: BROKEN_IMAGE,
      altText: "",
      caption: "Nothing of it is left.",
    },
    video: {
      mediaType: "video",
      caption: "A clip: plays while it is seen.",
      altText: "One colour becomes another",
    },
  } satisfies Record<string, Partial<Post>>).map(([name, change], index) => [
    name,
    { ...post, ...change, _id: idOf(100 + index) },
  ]),
) as Record<string, Post>;

export const COMMENTS: Comment[] = [
  { _id: idOf(201), userId: MEMBERS.kabir, content: "Which roof is this?", createdAt: hoursBefore(1) },
  {
    _id: idOf(202),
    userId: MEMBERS.aarav,
    content: "Block C, www.mitsgwl.ac.in/map. Bring tea.\nAnd a scarf. #goldenhour",
    createdAt: hoursBefore(0.5),
  },
  {
    _id: idOf(203),
    userId: MEMBERS.longName,
    content: `${"donaudampfschifffahrt".repeat(6)} नमस्ते 👋`,
    createdAt: hoursBefore(30),
  },
  { _id: "pending:1", userId: MEMBERS.aarav, content: "On its way.", createdAt: hoursBefore(0) },
];

/** A video without a file: two seconds of one colour fading into another (WebM, VP9, 2.8 kB). */
const CLIP =
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAArCEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHYTbuMU6uEElTDZ1OsggEqTbuMU6uEHFO7a1Osggqs7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmsirXsYMPQkBNgI1MYXZmNTkuMjcuMTAwV0GNTGF2ZjU5LjI3LjEwMESJiECfQAAAAAAAFlSua82uAQAAAAAAAETXgQFzxYh3Ehi0EBQ2OJyBACK1nIN1bmSIgQCGhVZfVlA5g4EBI+ODhAT3kNXglbCCAUC6gfCagQJTwIEBVbCEVbmBARJUw2dAgXNzoGPAgGfImkWjh0VOQ09ERVJEh41MYXZmNTkuMjcuMTAwc3PbY8CLY8WIdxIYtBAUNjhnyKVFo4dFTkNPREVSRIeYTGF2YzU5LjM3LjEwMCBsaWJ2cHgtdnA5Z8iiRaOIRFVSQVRJT05Eh5QwMDowMDowMi4wMDAwMDAwMDAAAB9DtnVI9eeBAKBAtaFAhIEAAACCSYNCABPwDvYIOCQcGSwAANBiDDle0eH+o3j0UAAAaQH/3jH/hP/VVYynq2kYW5ExndekmoxVLS+aNvuDP+Kv7EyfEVlWFuQRw+YiJOrRPipUghABeGG8VgtA0l6rXb92q5IA8lCeKv8haLQP/+Csnuf11BjjH5GvSwrlKB2AAHWhq6ap7oEBpaSCSYNCABPwDvYAOCQcGSwAAFBh9jAAAGajME7uLU3Xb6a5TnCguaGXgQBTAIYAQJIcBF/gAAQmrAAAXpHF4AB1oZqmmO6BAaWThgBAkhwAX+AABCasAABekcXgAPuBraDNoayBAKcAhgBAkhwUXcAAA2AAAGLMsUW7CeG0TpwpxqkkbCj/URFYOh5JDkRNoHWhmaaX7oEBpZKGAECSHABdwAADIAAAXpHF4AD7gaygvqGdgQD6AIYAQJIMGF9AAAMgAABgTjRxn09NE4k5S4B1oZmml+6BAaWShgBAkhwAW8AAAyAAAF6RxeAA+4GtoMuhqoEBTQCGAECSDBhc4AAFYBhAAABpiNnZ7khb6VHkMDVHEpfYGJKyJ4Q3IHWhmaaX7oEBpZKGAECSHABZAAADIAAAXpHF4AD7ga2g16G2gQGhAIYAQJIMDFugAANgAABC9V17JdDIXj/ZBbABmGEX4Uj8Gc/kcA9mjgwkGmRnvNih4CYAdaGZppfugQGlkoYAQJIcAFkAAAMgAABekcXgAPuBrKDgob+BAfQAhgBAkgwMWwAAA2AAAC3twiIh3//5f+1Y79SiL1NJ1GZyqD6f9XQXHr4U9OiOrmuRkidOK8geNbNj3gB1oZmml+6BAaWShgBAkhwAWQAAAyAAAF6RxeAA+4GtoN+hvoECRwCGAECSDAxawAAMYSVe1SM/+vAtVQAALfBy5znYTz6ssFkKTfjwPN7v4N7kDGG8xsWEt527JC/r3dUAdaGZppfugQGlkoYAQJIcAFkAAAMgAABekcXgAPuBraDeob2BApsAhgBAkgwIWoAAA2AAAC3wcxsfkWg1fCe5vl11fWRChax4UPnrC7vnpEI0YmakpUzIlTdUXMdyQnEAdaGZppfugQGlkoYAQJIcAFkAAAMgAABekcXgAPuBrKDWobWBAu4AhgBAkgwMWkAAA2AAAC3wJs/npjWZqUMaT5slUdQDHMBtGbi+ja0ec2PJc0TOOLlIAHWhmaaX7oEBpZKGAECSHABZAAADIAAAXpHF4AD7ga2g66HKgQNBAIYAwJLwMVmAAAxgAAAcflIa/xtX7XFFNU2RkMzYeGkGGKbCwYp3KELfhgXo7AeBCzGVjEyBvK4NQtPrp0AQVoW2SWGLagB1oZmml+6BAaWShgDAkpwAVUAAAyAAAF6RxeAA+4GtoN2hvIEDlQCGAECSDBRZoAADYAAALfAmz+d2Tju/lvhEZO0M7ilF3XV9q/5DaQ9SXxbsGnkc2SkEtYq2Zgw+4HWhmaaX7oEBpZKGAECSHABZAAADIAAAXpHF4AD7gayg4qHBgQPoAIYAQJIMDFlAAAdhJ5hFIAAAIjoxZYjQa+UZmNjuZf8U9tW2Lo/TV2xy5F7zXxUK7dIIEosUPbgRCi9TkWB1oZmml+6BAaWShgBAkhwAWQAAAyAAAF6RxeAA+4GtoN6hvYEEOwCGAECSDBRZAAADYAAAIjsiNS+u/vh3leNYrQkXK7LA7cVId/2z8p+HFUcDMOBetVRYS/Zx3/sEoAB1oZmml+6BAaWShgBAkhwAWQAAAyAAAF6RxeAA+4GtoNKhsYEEjwCGAECSDBxZAAADYAAAHoiGKxhsH8L94/Am8/lz9i7Sp6vCguuTncYw4lq2O4B1oZmml+6BAaWShgBAkhwAWQAAAyAAAF6RxeAA+4GsoNuhuoEE4gCGAECSDAxZAAADYAAAHoiGLKT+p2A/GqPdYAZ63FsnNK9+c5YFdbL5NBM+tQCdmLuL1nQ6SF51oZmml+6BAaWShgBAkhwAWQAAAyAAAF6RxeAA+4GtoN+hvoEFNQCGAECSDAxZAAAEYNVAABDkoOPNrSHEjw9Rti//kPv3HZyN3G1hij5vF14SyrjVQIzIA4KPRpFqbtQAdaGZppfugQGlkoYAQJIcAFkAAAMgAABekcXgAPuBraDbobqBBYkAhgBAkgwMWQAAA2AAABDPiFPNmd+eVs/Z9O1R7FAIQUjBFaoUD2bDsv+jWLAKYngfXinskMAAdaGZppfugQGlkoYAQJIcAFkAAAMgAABekcXgAPuBrKDXobaBBdwAhgBAkgwUWQAAA2AAAA3wUUwy++qA0uOlAiT7O40rczte2cFUj0i/7+IQOef/TAS0uoB1oZmml+6BAaWShgBAkhwAWQAAAyAAAF6RxeAA+4GtoOehxoEGLwCGAECSDBRZAAADYAAADd0WWyIfPuWEcnqL8szE0yAcC55tONv0N9R142Gj43hALN/IRqQnrg6/1lHF2Wo9NOpgEKB1oZmml+6BAaWShgBAkhwAWQAAAyAAAF6RxeAA+4GtoEChoUB/gQaDAIYAwJKMFFHgAAlhzZZUgj1AAAAtwo4hpKjmI2/eo/u94HRLXC9N7dsX0a3kl0yCW6zub9ElCbzPwcLy+6AQaaFFLmJj5BoDm379Q/Je/ApGRP8g5d+YhFvW3WzvWIB/tMP0Bf6cRCAgXSlup9XLWo/nfb6hM9N5irT+AHWhmaaX7oEBpZKGAMCSnABRIAADIAAAXpHF4AD7gayg0aGwgQbWAIYAQJIMDFkAAANgAABekdLbUPn1pYXc93k5uU3+2fzx+udMPs9TuN6grsdAdaGZppfugQGlkoYAQJIcAFkAAAMgAABekcXgAPuBraDLoaqBBykAhgBAkgwUWQAAAyAAAFhlFIkGz3wmOGUzg0sBbZjWB+UhGEYMpCh1oZmml+6BAaWShgBAkhwAWQAAAyAAAF6RxeAA+4GtoMihp4EHfQCGAECSDBxZAAADIAAAXpxGC+WeAjf2/X3YCW3vsuBMxBnYAHWhmaaX7oEBpZKGAECSHABZAAADIAAAXpHF4AD7gawcU7trkbuPs4EAt4r3gQHxggGx8IED";

/** An object URL of the clip, for the caller to revoke. */
export function sampleClip(): string {
  const bytes = Uint8Array.from(atob(CLIP), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
}
