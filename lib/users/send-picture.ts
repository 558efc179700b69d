import { api } from "@/lib/api/client";
import type { AvatarAnswer, PictureKind } from "@/lib/uploads/contract";

type Sending = {
  picture: Blob;
  kind: PictureKind;
  /** Hears the share of the bytes that were really sent, 0 to 1. */
  onSent: (share: number) => void;
  signal: AbortSignal;
};

/** Sends a picture of oneself and gives its address. */
export async function sendPicture({ picture, kind, onSent, signal }: Sending): Promise<string> {
  const body = new FormData();
  body.append("type", kind);
  body.append("file", picture, `${kind}.jpg`);
  const { imageUrl } = await api.post<AvatarAnswer>("/upload/avatar", { body, onSent, signal });
  return imageUrl;
}
