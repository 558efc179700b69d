"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** Longest recording, in seconds: well below the 100 MB of a video at this quality. */
export const RECORDING_MAX = 180;
const BITS_PER_SECOND = 2_500_000;
const PHOTO_QUALITY = 0.92;

/** What recorders write, best understood first. */
const RECORDINGS = ["video/webm;codecs=vp9,opus", "video/webm;codecs=vp8,opus", "video/webm", "video/mp4"];

type State = { phase: "starting" } | { phase: "live" } | { phase: "refused"; message: string };

export type Camera = {
  video: RefObject<HTMLVideoElement | null>;
  state: State;
  /** Seconds recorded so far; undefined while nothing is recorded. */
  recording: number | undefined;
  facing: "user" | "environment";
  turn: () => void;
  retry: () => void;
  takePhoto: () => void;
  startRecording: () => Promise<void>;
  stopRecording: () => void;
};

/**
 * The device's camera while the calling component is on screen. Photos and recordings go to
 * `onCapture`.
 */
export function useCamera(onCapture: (file: File) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const recorder = useRef<MediaRecorder>(undefined);
  const [state, setState] = useState<State>({ phase: "starting" });
  const [facing, setFacing] = useState<"user" | "environment">("environment");
  const [attempt, setAttempt] = useState(0);
  const [recording, setRecording] = useState<number>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts the camera once more
  useEffect(() => {
    let isOver = false;
    setState({ phase: "starting" });
    openCamera(facing)
      .then((opened) => {
        if (isOver) return stop(opened);
        stream.current = opened;
        if (video.current) video.current.srcObject = opened;
        setState({ phase: "live" });
      })
      .catch((error: unknown) => {
        if (!isOver) setState({ phase: "refused", message: refusalOf(error) });
      });
    return () => {
      isOver = true;
      const current = recorder.current;
      recorder.current = undefined;
      if (current?.state === "recording") current.stop();
      stop(stream.current);
      stream.current = undefined;
    };
  }, [facing, attempt]);

  const isRecording = recording !== undefined;
  useEffect(() => {
    if (!isRecording) return;
    const began = Date.now();
    const timer = setInterval(() => {
      const seconds = Math.floor((Date.now() - began) / 1000);
      setRecording(seconds);
      if (seconds >= RECORDING_MAX) recorder.current?.stop();
    }, 250);
    return () => clearInterval(timer);
  }, [isRecording]);

  const takePhoto = () => {
    const element = video.current;
    if (!element?.videoWidth) return;
    const canvas = document.createElement("canvas");
    canvas.width = element.videoWidth;
    canvas.height = element.videoHeight;
    canvas.getContext("2d")?.drawImage(element, 0, 0);
    canvas.toBlob(
      (blob) => {
        if (blob) onCapture(new File([blob], "camera.jpg", { type: "image/jpeg" }));
      },
      "image/jpeg",
      PHOTO_QUALITY,
    );
  };

  const startRecording = async () => {
    const picture = stream.current;
    if (!picture) return;
    const type = RECORDINGS.find((each) => MediaRecorder.isTypeSupported(each));
    if (!type) return setState({ phase: "refused", message: "This browser can't record video." });
    const sound = await openMicrophone();
    const made = new MediaRecorder(new MediaStream([...picture.getVideoTracks(), ...sound]), {
      mimeType: type,
      videoBitsPerSecond: BITS_PER_SECOND,
    });
    const pieces: Blob[] = [];
    made.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    made.addEventListener("stop", () => {
      for (const track of sound) track.stop();
      setRecording(undefined);
      // Closing the camera throws a recording away.
      if (recorder.current !== made) return;
      const plain = type.split(";")[0] ?? type;
      onCapture(new File(pieces, `camera.${plain.slice(6)}`, { type: plain }));
    });
    recorder.current = made;
    made.start(1_000);
    setRecording(0);
  };

  return {
    video,
    state,
    recording,
    facing,
    turn: () => setFacing(facing === "user" ? "environment" : "user"),
    retry: () => setAttempt(attempt + 1),
    takePhoto,
    startRecording,
    stopRecording: () => recorder.current?.stop(),
  };
}

function openCamera(facingMode: "user" | "environment"): Promise<MediaStream> {
  // Absent on pages that are not https.
  if (!navigator.mediaDevices) return Promise.reject(new DOMException("", "NotSupportedError"));
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  return navigator.mediaDevices.getUserMedia({ video: { facingMode, ...size }, audio: false });
}

async function openMicrophone(): Promise<MediaStreamTrack[]> {
  try {
    return (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks();
  } catch {
    // No microphone, or not allowed: a silent video is still a video.
    return [];
  }
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function refusalOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") {
    return "We may not use your camera. Allow it in your browser's settings, or choose a file instead.";
  }
  if (name === "NotFoundError" || name === "OverconstrainedError") {
    return "We found no camera. Choose a photo or video file instead.";
  }
  if (name === "NotReadableError" || name === "AbortError") {
    return "Another app is using your camera. Close it and try again.";
  }
  return "This browser can't use a camera here. Choose a photo or video file instead.";
}
