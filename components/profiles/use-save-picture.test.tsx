/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { useSavePicture } from "@/components/profiles/use-save-picture";
import { usersKeys } from "@/lib/profiles/client/cache";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { forgetStoredSession, storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, clientOf, errorAnswer, fakeApi } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();
const picture = new Blob(["a picture"], { type: "image/jpeg" });
const UPLOADED_URL = "http://localhost/media/image/upload/campus-circle/new.webp";

/** The server's answer to an upload, and the uploads that were sent. */
let upload: ApiAnswer | "no network";
let sent: { url: string; type: FormDataEntryValue | null; bearer: string }[];

class FakeRequest extends EventTarget {
  upload = new EventTarget();
  status = 0;
  responseText = "";
  private url = "";
  private bearer = "";
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    if (name === "authorization") this.bearer = value;
  }
  send(form: FormData) {
    sent.push({ url: this.url, type: form.get("type"), bearer: this.bearer });
    this.upload.dispatchEvent(
      Object.assign(new Event("progress"), { lengthComputable: true, loaded: 1, total: 2 }),
    );
    queueMicrotask(() => {
      if (upload === "no network") this.dispatchEvent(new Event("error"));
      else {
        this.status = upload.status;
        this.responseText = JSON.stringify(upload.body) ?? "";
        this.dispatchEvent(new Event("load"));
      }
    });
  }
  getAllResponseHeaders = () => "";
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
}

const realRequest = window.XMLHttpRequest;
beforeEach(() => {
  sent = [];
  upload = { status: 200, body: { imageUrl: UPLOADED_URL } };
  window.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
});
afterEach(() => {
  window.XMLHttpRequest = realRequest;
});

function renderSavePicture() {
  const client = clientOf(me);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSavePicture("avatar"), { wrapper });
  return { client, result };
}

const failureOf = ({ current }: { current: ReturnType<typeof useSavePicture> }) =>
  current.state.phase === "failed" ? current.state.failure : undefined;

test("a picture is uploaded, set on the profile and shown", async () => {
  const api = fakeApi(() => ({ status: 200, body: { user: { ...me, avatar: UPLOADED_URL } } }));
  const { client, result } = renderSavePicture();
  await act(() => result.current.save(picture));
  expect(sent).toEqual([{ url: "/api/upload/avatar", type: "avatar", bearer: "Bearer access" }]);
  expect(api.calls).toMatchObject([
    { method: "PUT", path: `/api/users/${me._id}`, body: { avatar: UPLOADED_URL } },
  ]);
  expect(client.getQueryData(usersKeys.me())).toMatchObject({ avatar: UPLOADED_URL });
  expect(readStoredProfile()?.avatar).toBe(UPLOADED_URL);
  expect(result.current.state.phase).toBe("idle");
});

test("removing the picture uploads nothing", async () => {
  const api = fakeApi(() => ({ status: 200, body: { user: me } }));
  const { result } = renderSavePicture();
  await act(() => result.current.save(null));
  expect(sent).toEqual([]);
  expect(api.calls).toMatchObject([{ body: { avatar: "" } }]);
});

test.each([
  ["rejected", errorAnswer(415, "unsupported_type", "Please choose a picture."), "Please choose a picture."],
  ["interrupted", "no network" as const, "The connection was lost."],
])("an upload that is %s shows an error", async (_, answer, detail) => {
  upload = answer;
  fakeApi(() => ({ status: 200, body: { user: me } }));
  const { result } = renderSavePicture();
  await act(() => result.current.save(picture));
  expect(failureOf(result)).toMatchObject({ text: "Failed to upload image. Please try again.", detail });
});

test.each([
  [
    "with the server's message",
    errorAnswer(400, "validation", "That file is not yours."),
    "That file is not yours.",
  ],
  ["without a message of the server", { status: 502 }, "Update failed"],
])("a failed profile update shows an error %s", async (_, answer, text) => {
  fakeApi(() => answer);
  const { result } = renderSavePicture();
  await act(() => result.current.save(picture));
  expect(failureOf(result)?.text).toBe(text);
});

test("without a token nothing is sent, and the error asks to log in again", async () => {
  fakeApi(() => ({ status: 200, body: { user: me } }));
  const { result } = renderSavePicture();
  forgetStoredSession();
  await act(() => result.current.save(picture));
  expect(failureOf(result)?.text).toBe("Missing token or user ID. Please log in again.");
  expect(sent).toEqual([]);
});

test("an expired access token is refreshed during the upload", async () => {
  const expired = errorAnswer(401, "token_expired", "Session expired. Please log in again.");
  upload = expired;
  fakeApi(({ path }) => {
    if (path !== "/api/auth/refresh") return { status: 200, body: { user: me } };
    upload = { status: 200, body: { imageUrl: UPLOADED_URL } };
    return { status: 200, body: { accessToken: "renewed", refreshToken: "next" } };
  });
  const { result } = renderSavePicture();
  await act(() => result.current.save(picture));
  expect(sent.map(({ bearer }) => bearer)).toEqual(["Bearer access", "Bearer renewed"]);
  expect(result.current.state.phase).toBe("idle");
});
