"use client";

import { ImagePlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { AuthScreen } from "@/components/accounts/auth-screen";
import { SwitchAccount } from "@/components/accounts/switch-account";
import { useSignUpStep } from "@/components/accounts/use-sign-up-step";
import { CropArea } from "@/components/profiles/crop-area";
import { Alert } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { TextLink } from "@/components/ui/text-link";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useRegistrationDraft } from "@/lib/accounts/client/sign-up";
import { NO_SESSION } from "@/lib/accounts/messages";
import { apiError } from "@/lib/api/client/api-client-error";
import { CREATING_PROFILE, LOGIN } from "@/lib/paths";
import { type Crop, initialCrop } from "@/lib/profiles/crop";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { uploadPicture } from "@/lib/uploads/client/upload";
import { AVATAR_BOX } from "@/lib/uploads/limits";
import { NO_PICTURE, UNREADABLE_PICTURE, UPLOAD_FAILED } from "@/lib/uploads/messages";

type Chosen = { media: PreparedMedia; crop: Crop };
type Trouble = { text: string; detail?: string; signIn?: boolean; count: number };

/**
 * A picture of oneself, cropped to a square and made small before it leaves the device; or none for
 * now.
 */
export function AddPictureScreen() {
  const router = useRouter();
  const profile = useStoredProfile();
  const draft = useRegistrationDraft();
  const [chosen, setChosen] = useState<Chosen>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [progress, setProgress] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  useSignUpStep();
  const url = chosen?.media.objectUrl;
  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);

  const isSending = progress !== undefined;
  // Uploaded already, and the person came back to this step.
  const uploaded = profile && draft.email === profile.email ? draft.avatar : "";
  const complain = (text: string, more: Omit<Trouble, "text" | "count"> = {}) =>
    setTrouble((last) => ({ text, ...more, count: (last?.count ?? 0) + 1 }));

  const pick = async (file: File | undefined) => {
    if (!file) return;
    setTrouble(undefined);
    // Reading files is loaded with the first one.
    const { readPicture } = await import("@/lib/profiles/client/picture-file");
    try {
      const media = await readPicture(file);
      setChosen({ media, crop: initialCrop(media) });
    } catch (error) {
      complain(error instanceof Error ? error.message : UNREADABLE_PICTURE);
    }
  };

  const goOn = async () => {
    if (isSending) return;
    setTrouble(undefined);
    if (!chosen) {
      if (uploaded) router.push(CREATING_PROFILE);
      else complain(NO_PICTURE);
      return;
    }
    if (!profile || !storedAccessToken()) {
      complain(NO_SESSION, { signIn: true });
      return;
    }
    setProgress(0);
    try {
      const avatar = await upload(chosen, setProgress);
      signUp.pictureUploaded(profile.email, avatar);
      router.push(CREATING_PROFILE);
    } catch (error) {
      setProgress(undefined);
      const known = apiError(error);
      complain(UPLOAD_FAILED, known?.is("rate_limited") ? { detail: known.message } : {});
    }
  };

  return (
    <AuthScreen
      title="Add a profile picture"
      subtitle="So that classmates recognise you"
      footer={
        <div className="flex flex-col items-center gap-4">
          <ButtonLink
            href={CREATING_PROFILE}
            variant="ghost"
            size="sm"
            onClick={() => uploaded && signUp.pictureSkipped()}
          >
            Skip for now
          </ButtonLink>
          {profile && <SwitchAccount />}
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        {chosen ? (
          <CropArea
            src={chosen.media.objectUrl}
            picture={chosen.media}
            aspect={1}
            round
            crop={chosen.crop}
            disabled={isSending}
            onChange={(crop) => setChosen({ ...chosen, crop })}
          />
        ) : (
          <div className="mx-auto rounded-full border-2 border-line-strong border-dashed p-2">
            <Avatar
              id={profile?._id ?? "newcomer"}
              name={profile?.name ?? "You"}
              src={uploaded || null}
              size="xl"
              className="size-36 text-5xl"
            />
          </div>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Profile picture"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void pick(event.target.files?.[0]);
            // The same file can be chosen again.
            event.target.value = "";
          }}
        />
        <Button variant="secondary" wide disabled={isSending} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden />
          {chosen || uploaded ? "Choose another" : "Choose a picture"}
        </Button>
        {isSending && <ProgressBar value={progress} label="Uploading your picture" />}
        {trouble && (
          <Alert key={trouble.count}>
            <p>{trouble.text}</p>
            {trouble.detail && <p className="font-normal">{trouble.detail}</p>}
            {trouble.signIn && (
              <p className="mt-1">
                <TextLink href={LOGIN}>Log in</TextLink>
              </p>
            )}
          </Alert>
        )}
        <Button size="lg" wide loading={isSending} onClick={() => void goOn()}>
          Continue
        </Button>
      </div>
    </AuthScreen>
  );
}

async function upload({ media, crop }: Chosen, onProgress: (percent: number) => void): Promise<string> {
  const { drawCrop } = await import("@/lib/profiles/client/picture-file");
  const picture = await drawCrop({ media, crop }, AVATAR_BOX.width / AVATAR_BOX.height, AVATAR_BOX);
  const onSent = (share: number) => onProgress(share * 90);
  return uploadPicture({ picture, kind: "avatar", onSent, signal: new AbortController().signal });
}
