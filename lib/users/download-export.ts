import { api } from "@/lib/api/client";
import { ApiClientError, OUT_OF_REACH } from "@/lib/api/client-error";
import { storedAccessToken } from "@/lib/auth/stored-session";
import { EXPORT_SIZE_HEADER } from "@/lib/users/limits";

type Download = {
  userId: string;
  /** Hears the bytes received and how many there will be, about. */
  onProgress: (received: number, expected: number) => void;
  signal: AbortSignal;
};

/**
 * Downloads one's own data and hands it to the browser as a file. Throws `ApiClientError` with the server's sentence, and
 * an `AbortError` when `signal` was used.
 */
export async function downloadExport({ userId, onProgress, signal }: Download): Promise<void> {
  // An ordinary call first: it renews the session if that is due.
  await api.get("/auth/me", { signal });
  const response = await ask(`/api/users/${userId}/export`, signal);
  const expected = Number(response.headers.get(EXPORT_SIZE_HEADER)) || 1;
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value as Uint8Array<ArrayBuffer>);
    received += part.value.byteLength;
    onProgress(received, expected);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  saveFile(new Blob(chunks, { type: "application/zip" }), name ?? "my-data.zip");
}

async function ask(path: string, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      headers: { Authorization: `Bearer ${storedAccessToken() ?? ""}` },
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiClientError(0, "network", OUT_OF_REACH);
  }
  if (response.ok) return response;
  const body = await readRefusal(response);
  throw new ApiClientError(
    response.status,
    body?.error ?? "http",
    body?.message ?? `HTTP error! status: ${response.status}`,
  );
}

async function readRefusal(response: Response): Promise<{ error?: string; message?: string } | undefined> {
  try {
    return await response.json();
  } catch {
    // Not JSON, some proxy's page: its status has to do.
    return undefined;
  }
}

function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser has begun to write it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
