/** @jest-environment jsdom */
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CameraDialog } from "@/components/uploads/camera-dialog";

/** A camera and a microphone whose use the tests can see. */
class FakeTrack {
  isLive = true;
  stop() {
    this.isLive = false;
  }
}
class FakeStream {
  constructor(readonly tracks: FakeTrack[] = [new FakeTrack()]) {}
  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks;
  getAudioTracks = () => this.tracks;
  get active() {
    return this.tracks.some(({ isLive }) => isLive);
  }
}
class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true;
  state = "inactive";
  start() {
    recorders.push(this);
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    const data = new Blob(["video"]);
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
    this.dispatchEvent(new Event("stop"));
  }
}
let recorders: FakeRecorder[] = [];
let microphones: FakeTrack[] = [];
/** Answers the browser's question for the microphone. */
let allow: (() => void)[] = [];
const onCapture = jest.fn();
const onClose = jest.fn();
let unmount: () => void;

beforeEach(async () => {
  jest.clearAllMocks();
  [recorders, microphones, allow] = [[], [], []];
  Object.assign(window, { MediaStream: FakeStream, MediaRecorder: FakeRecorder });
  const getUserMedia = async ({ audio }: MediaStreamConstraints) => {
    if (!audio) return new FakeStream();
    await new Promise<void>((resolve) => allow.push(resolve));
    const track = new FakeTrack();
    microphones.push(track);
    return new FakeStream([track]);
  };
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  ({ unmount } = render(<CameraDialog onCapture={onCapture} onClose={onClose} />));
  await waitFor(() => expect(recordButton()).toHaveProperty("disabled", false));
});

const recordButton = () => screen.getByRole("button", { name: "Record video" });
const isMicrophoneOn = () => microphones.some(({ isLive }) => isLive);
const allowAll = () =>
  act(async () => {
    for (const answer of allow.splice(0)) answer();
  });

test("a recording is used, and the microphone ends with it", async () => {
  await userEvent.click(recordButton());
  await allowAll();
  expect(isMicrophoneOn()).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(onCapture).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(isMicrophoneOn()).toBe(false);
});

test("pressed twice while the browser asks for the microphone, it records once", async () => {
  await userEvent.dblClick(recordButton());
  await allowAll();
  expect(recorders).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(isMicrophoneOn()).toBe(false);
});

test("nothing is recorded when the camera is closed while the browser asks", async () => {
  await userEvent.click(recordButton());
  unmount();
  await allowAll();
  expect(recorders).toHaveLength(0);
  expect(isMicrophoneOn()).toBe(false);
});

test("closing while it records loses nothing", async () => {
  await userEvent.click(recordButton());
  await allowAll();
  await userEvent.keyboard("{Escape}");
  expect(onCapture).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});
