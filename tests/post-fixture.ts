import { hoursBefore, idOf, MEMBERS, picture } from "@/components/gallery/samples";
import type { Post } from "@/lib/posts/schema";
import { CSE_2027 } from "@/tests/user-fixture";

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

/** Someone's post with a picture, one of one's own, and one with three pictures. */
export const POSTS = {
  picture: post,
  own: { ...post, _id: idOf(102), userId: { ...MEMBERS.aarav, collegeName: "MITS" }, caption: "My own." },
  several: {
    ...post,
    _id: idOf(108),
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
} satisfies Record<string, Post>;

/** A post by Kabir Rao with a picture, on which nothing was done yet, except `change`. */
export const postOf = (change: Partial<Post> = {}): Post => ({
  _id: "post-1",
  userId: {
    _id: "kabir",
    name: "Kabir Rao",
    username: "",
    avatar: "",
    affiliation: CSE_2027,
    collegeName: "MITS",
  },
  caption: "Sunrise",
  mediaUrl: "http://localhost/media/image/upload/campus-circle/one.jpg",
  mediaType: "image",
  hashtags: [],
  visibility: "public",
  likes: [],
  isLiked: false,
  isBookmarked: false,
  likesCount: 0,
  commentsCount: 0,
  sharesCount: 0,
  isActive: true,
  createdAt: "2026-01-01T00:00:00.000Z",
  width: 400,
  height: 300,
  placeholder: "",
  thumbnail: "",
  altText: "",
  ...change,
});
