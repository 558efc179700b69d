"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { translate } from "@/lib/language/translate";
import { VIDEO_SECONDS_MAX } from "@/lib/uploads/policy";

/** At this rate the longest recording is well below the limit of 100 MB. */
const BITS_PER_SECOND = 2_500_000;
const PHOTO_QUALITY = 0.92;

/** Recording formats in order of preference. */
const RECORDING_TYPES = [
  "video/webm;codecs=vp9,opus",
  "video/webm;codecs=vp8,opus",
  "video/webm",
  "video/mp4",
];

type State = { phase: "starting" } | { phase: "live" } | { phase: "failed"; message: string };

export type Camera = {
  video: RefObject<HTMLVideoElement | null>;
  state: State;
  /** Seconds recorded so far; undefined while not recording. */
  recording: number | undefined;
  facing: "user" | "environment";
  switchFacing: () => void;
  retry: () => void;
  takePhoto: () => void;
  startRecording: () => Promise<void>;
  stopRecording: () => void;
};

/** Opens the camera while the component is mounted. `onCapture` gets photos and recordings. */
export function useCamera(onCapture: (file: File) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const [state, setState] = useState<State>({ phase: "starting" });
  const [facing, setFacing] = useState<"user" | "environment">("environment");
  const [attempt, setAttempt] = useState(0);
  const { recording, start, finish, discard } = useRecorder(onCapture);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` restarts the camera
  useEffect(() => {
    let isCancelled = false;
    setState({ phase: "starting" });
    openCamera(facing)
      .then((mediaStream) => {
        if (isCancelled) return stop(mediaStream);
        stream.current = mediaStream;
        if (video.current) video.current.srcObject = mediaStream;
        setState({ phase: "live" });
      })
      .catch((error: unknown) => {
        if (!isCancelled) setState({ phase: "failed", message: messageOf(error) });
      });
    return () => {
      isCancelled = true;
      discard();
      stop(stream.current);
      stream.current = undefined;
    };
  }, [facing, attempt, discard]);

  const startRecording = async () => {
    if (!stream.current) return;
    const type = RECORDING_TYPES.find((candidate) => MediaRecorder.isTypeSupported(candidate));
    if (type) await start(stream.current, type);
    else setState({ phase: "failed", message: translate("This browser can't record video.") });
  };

  return {
    video,
    state,
    recording,
    facing,
    switchFacing: () => setFacing(facing === "user" ? "environment" : "user"),
    retry: () => setAttempt(attempt + 1),
    takePhoto: () => takePhoto(video.current, onCapture),
    startRecording,
    stopRecording: finish,
  };
}

/** Records a stream and counts the seconds. `finish` hands the recording to `onCapture`. */
function useRecorder(onCapture: (file: File) => void) {
  const recorder = useRef<MediaRecorder>(undefined);
  const isStarting = useRef(false);
  const [recording, setRecording] = useState<number>();

  const isRecording = recording !== undefined;
  useEffect(() => {
    if (!isRecording) return;
    const startedAt = Date.now();
    const timer = setInterval(() => {
      const seconds = Math.floor((Date.now() - startedAt) / 1000);
      setRecording(seconds);
      if (seconds >= VIDEO_SECONDS_MAX) recorder.current?.stop();
    }, 250);
    return () => clearInterval(timer);
  }, [isRecording]);

  const start = async (videoStream: MediaStream, type: string) => {
    if (isStarting.current) return;
    isStarting.current = true;
    const audioTracks = await openMicrophone();
    isStarting.current = false;
    // The camera was closed while the browser asked for the microphone.
    if (!videoStream.active) {
      for (const track of audioTracks) track.stop();
      return;
    }
    const mediaRecorder = new MediaRecorder(
      new MediaStream([...videoStream.getVideoTracks(), ...audioTracks]),
      {
        mimeType: type,
        videoBitsPerSecond: BITS_PER_SECOND,
      },
    );
    const chunks: Blob[] = [];
    mediaRecorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
    mediaRecorder.addEventListener("stop", () => {
      for (const track of audioTracks) track.stop();
      setRecording(undefined);
      if (recorder.current !== mediaRecorder) return;
      // Without the codecs: `video/webm`.
      const [mimeType = type] = type.split(";");
      onCapture(new File(chunks, `camera.${mimeType.slice(6)}`, { type: mimeType }));
    });
    recorder.current = mediaRecorder;
    mediaRecorder.start(1_000);
    setRecording(0);
  };

  /** Ends a recording that no one wants, because the camera closes. */
  const discard = useCallback(() => {
    const current = recorder.current;
    recorder.current = undefined;
    if (current?.state === "recording") current.stop();
  }, []);

  return { recording, start, finish: () => recorder.current?.stop(), discard };
}

function takePhoto(video: HTMLVideoElement | null, onCapture: (file: File) => void): void {
  if (!video?.videoWidth) return;
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  canvas.toBlob(
    (blob) => {
      if (blob) onCapture(new File([blob], "camera.jpg", { type: "image/jpeg" }));
    },
    "image/jpeg",
    PHOTO_QUALITY,
  );
}

function openCamera(facingMode: "user" | "environment"): Promise<MediaStream> {
  // Undefined on pages without https.
  if (!navigator.mediaDevices) return Promise.reject(new DOMException("", "NotSupportedError"));
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  return navigator.mediaDevices.getUserMedia({ video: { facingMode, ...size }, audio: false });
}

async function openMicrophone(): Promise<MediaStreamTrack[]> {
  try {
    return (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks();
  } catch {
    // Without a microphone, or without permission, the video is recorded silently.
    return [];
  }
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function messageOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") {
    return translate(
      "Camera access is blocked. Allow it in your browser's settings, or choose a file instead.",
    );
  }
  if (name === "NotFoundError" || name === "OverconstrainedError") {
    return translate("We found no camera. Choose a photo or video file instead.");
  }
  if (name === "NotReadableError" || name === "AbortError") {
    return translate("Another app is using your camera. Close it and try again.");
  }
  return translate("This browser can't use a camera here. Choose a photo or video file instead.");
}
