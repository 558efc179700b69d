"use client";

import { ImagePlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { AuthScreen } from "@/components/accounts/auth-screen";
import { SwitchAccount, useSignUpStep } from "@/components/accounts/step-form";
import {
  type ChosenPicture,
  PictureAlert,
  type PictureFailure,
  PictureInput,
  useChosenPicture,
} from "@/components/profiles/picture-input";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress";
import { CropArea } from "@/components/uploads/crop-area";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useRegistrationDraft, useSignUp } from "@/lib/accounts/client/sign-up";
import { NO_SESSION } from "@/lib/accounts/policy";
import { apiError } from "@/lib/api/client/api-client-error";
import { useCounted } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { CREATING_PROFILE, LOGIN, PASSWORD, STUDENT_ID } from "@/lib/paths";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { uploadPicture } from "@/lib/uploads/client/upload";
import { AVATAR_BOX, NO_PICTURE, UPLOAD_FAILED } from "@/lib/uploads/policy";

/**
 * A profile picture, cropped to a square and resized before it leaves the device; or none for now.
 */
export function AddPictureScreen() {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const { wantsPassword } = useSignUp();
  const { profile, uploaded, chosen, progress, failure, setCrop, handleChoose, handleSubmit } =
    usePictureStep();
  const isPending = progress !== undefined;
  const hasPicture = chosen !== undefined || uploaded !== "";
  return (
    <AuthScreen
      title={t("Add a profile picture")}
      subtitle={t("So that classmates recognise you")}
      back={wantsPassword ? PASSWORD : STUDENT_ID}
      step={6}
      footer={profile && <SwitchAccount />}
    >
      <div className="flex flex-col gap-5">
        {chosen ? (
          <CropArea
            media={chosen.media}
            crop={chosen.crop}
            aspect={1}
            round
            disabled={isPending}
            onChange={setCrop}
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
        <PictureInput ref={input} label={t("Profile picture")} onChoose={handleChoose} />
        <Button
          variant={hasPicture ? "secondary" : "primary"}
          size={hasPicture ? "md" : "lg"}
          wide
          disabled={isPending}
          onClick={() => input.current?.click()}
        >
          <ImagePlus aria-hidden />
          {hasPicture ? t("Choose another") : t("Choose a picture")}
        </Button>
        {isPending && <ProgressBar value={progress} label={t("Uploading your picture")} />}
        {failure && (
          <PictureAlert failure={failure}>
            {failure.signIn && (
              <p className="mt-1">
                <TextLink href={LOGIN}>{t("Log in")}</TextLink>
              </p>
            )}
          </PictureAlert>
        )}
        <div className="-mb-3 flex flex-col gap-1">
          <Button
            variant={hasPicture ? "primary" : "secondary"}
            size="lg"
            wide
            isPending={isPending}
            onClick={() => void handleSubmit()}
          >
            {t("Continue")}
          </Button>
          <ButtonLink
            href={CREATING_PROFILE}
            variant="ghost"
            wide
            onClick={() => uploaded && signUp.pictureSkipped()}
          >
            {t("Skip for now")}
          </ButtonLink>
        </div>
      </div>
    </AuthScreen>
  );
}

type Failure = PictureFailure & { signIn?: boolean };

/** The picture of a person who is signing up: choosing it, uploading it, and going on. */
function usePictureStep() {
  const router = useRouter();
  const profile = useStoredProfile();
  const draft = useRegistrationDraft();
  const [failure, setFailure] = useCounted<Failure>();
  const [progress, setProgress] = useState<number>();
  useSignUpStep();

  // Set when the picture has been uploaded and the person came back to this step.
  const uploaded = profile && draft.email === profile.email ? draft.avatar : "";
  const fail = (text: string, more: Omit<Failure, "text"> = {}) => setFailure({ text, ...more });
  const { chosen, choose, setCrop } = useChosenPicture(fail);

  const handleChoose = (file: File) => {
    setFailure(undefined);
    void choose(file);
  };

  const handleSubmit = async () => {
    if (progress !== undefined) return;
    setFailure(undefined);
    if (!chosen) {
      if (uploaded) router.push(CREATING_PROFILE);
      else fail(NO_PICTURE);
      return;
    }
    if (!profile || !storedAccessToken()) {
      fail(NO_SESSION, { signIn: true });
      return;
    }
    setProgress(0);
    try {
      const avatar = await upload(chosen, setProgress);
      signUp.pictureUploaded(profile.email, avatar);
      router.push(CREATING_PROFILE);
    } catch (error) {
      setProgress(undefined);
      const rejection = apiError(error);
      fail(UPLOAD_FAILED, rejection?.is("rate_limited") ? { detail: rejection.sentence } : {});
    }
  };

  return {
    profile,
    uploaded,
    chosen,
    progress,
    // A picture that was still being read when Continue was pressed answers what was said of it.
    failure: chosen && failure?.text === NO_PICTURE ? undefined : failure,
    setCrop,
    handleChoose,
    handleSubmit,
  };
}

async function upload(
  { media, crop }: ChosenPicture,
  onProgress: (percent: number) => void,
): Promise<string> {
  const { drawCrop } = await import("@/lib/profiles/client/picture-file");
  const picture = await drawCrop({ media, crop }, AVATAR_BOX.width / AVATAR_BOX.height, AVATAR_BOX);
  const handleSent = (share: number) => onProgress(share * 90);
  return uploadPicture({ picture, kind: "avatar", onSent: handleSent, signal: new AbortController().signal });
}
