import { fileNameOf } from "@/lib/api/client/download";
import { api } from "@/lib/api/client/request";
import { saveFile } from "@/lib/dom/save-file";
import { EXPORT_SIZE_HEADER } from "@/lib/profiles/policy";

type Download = {
  userId: string;
  /** Called with the bytes received so far and the approximate total. */
  onProgress: (received: number, expected: number) => void;
  signal: AbortSignal;
};

/**
 * Downloads the member's own data and hands it to the browser as a file. Throws `ApiClientError`
 * with the server's message, and an `AbortError` when `signal` is aborted.
 */
export async function downloadExport({ userId, onProgress, signal }: Download): Promise<void> {
  const response = await api.open(`/users/${userId}/export`, { signal });
  const expected = Number(response.headers.get(EXPORT_SIZE_HEADER)) || 1;
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value as Uint8Array<ArrayBuffer>);
    received += chunk.value.byteLength;
    onProgress(received, expected);
  }
  saveFile(new Blob(chunks, { type: "application/zip" }), fileNameOf(response) ?? "my-data.zip");
}
