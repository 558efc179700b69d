import type { PictureFamily } from "@/prisma/seed/art/draw";
import type { PersonKey } from "@/prisma/seed/people";

/** A post by one of the named people, with the others' comments, oldest first. */
export type SeedPost = {
  by: PersonKey;
  /** What the picture shows, or which clip it is. */
  art: PictureFamily | "clip of waves" | "clip of a rangoli";
  /** What its further pictures show, where it has several. */
  more?: PictureFamily[];
  text: string;
  /** How many people like it in the end; a post that is minutes old has fewer. */
  likes: number;
  shares?: number;
  comments?: [PersonKey, string][];
};
