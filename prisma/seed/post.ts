import type { PictureFamily } from "@/prisma/art/draw";
import type { PersonKey } from "@/prisma/seed/people";

/** A post of the cast, with what the others say about it, oldest comment first. */
export type SeedPost = {
  by: PersonKey;
  /** What the picture shows, or which clip it is. */
  art: PictureFamily | "clip of waves" | "clip of a rangoli";
  text: string;
  /** How many people like it; a post that is minutes old gets fewer for now. */
  likes: number;
  shares?: number;
  comments?: [PersonKey, string][];
};
