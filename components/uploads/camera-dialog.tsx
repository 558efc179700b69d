"use client";

import { Camera as CameraIcon, Circle, Square, SwitchCamera } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/progress";
import { type Camera, useCamera } from "@/components/uploads/use-camera";
import { useTranslate } from "@/lib/language/translate";

type Props = { onCapture: (file: File) => void; onClose: () => void };

/**
 * Takes a photo or records a video with the device's camera. Closing it ends a recording, which is
 * used like any other: a touch outside the dialog must not lose minutes of it.
 */
export function CameraDialog({ onCapture, onClose }: Props) {
  const t = useTranslate();
  const camera = useCamera((file) => {
    onCapture(file);
    onClose();
  });
  const canClose = () => {
    if (camera.recording === undefined) return true;
    camera.stopRecording();
    return false;
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      canClose={canClose}
      title={t("Camera")}
      width="lg"
    >
      <Viewfinder camera={camera} />
    </Dialog>
  );
}

function Viewfinder({ camera }: { camera: Camera }) {
  const t = useTranslate();
  const { state, recording } = camera;
  if (state.phase === "failed") return <ErrorState message={state.message} onRetry={camera.retry} />;
  const isLive = state.phase === "live";
  return (
    <div className="flex flex-col gap-4">
      <div className="relative grid aspect-video max-h-[60dvh] w-full place-items-center overflow-hidden rounded-media bg-black">
        {!isLive && <Spinner label={t("Starting the camera")} className="text-white" />}
        <video
          ref={camera.video}
          aria-label={t("What your camera sees")}
          autoPlay
          muted
          playsInline
          // The front camera shows a mirror image, as people expect.
          className={cx(
            "absolute inset-0 size-full object-contain",
            camera.facing === "user" && "-scale-x-100",
          )}
        />
        {recording !== undefined && (
          <span className="absolute top-3 left-3 flex items-center gap-2 rounded-full bg-black/60 px-3 py-1 font-semibold text-sm text-white tabular-nums">
            <Circle aria-hidden className="size-2.5 animate-shimmer fill-current" />
            <span className="sr-only">{t("Recording,")} </span>
            {formatDuration(recording)}
          </span>
        )}
        <span className="absolute top-2 right-2">
          <IconButton
            tone="onMedia"
            label={t("Switch camera")}
            disabled={!isLive || recording !== undefined}
            onClick={camera.switchFacing}
          >
            <SwitchCamera />
          </IconButton>
        </span>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {recording === undefined ? (
          <>
            <Button disabled={!isLive} onClick={camera.takePhoto}>
              <CameraIcon aria-hidden />
              {t("Take photo")}
            </Button>
            <Button variant="secondary" disabled={!isLive} onClick={camera.startRecording}>
              <Circle aria-hidden className="fill-current text-like" />
              {t("Record video")}
            </Button>
          </>
        ) : (
          <Button onClick={camera.stopRecording}>
            <Square aria-hidden className="fill-current" />
            {t("Stop")}
          </Button>
        )}
      </div>
    </div>
  );
}

function formatDuration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
