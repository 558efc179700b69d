import { api } from "@/lib/api/client/request";
import { saveFile } from "@/lib/dom/save-file";

type Options = {
  query?: Record<string, string | undefined>;
  signal?: AbortSignal;
  /** Called with the bytes received so far, and the headers of the answer. */
  onProgress?: (received: number, headers: Headers) => void;
};

/**
 * Downloads a file that a call answers and hands it to the browser, by the name that the answer
 * gives it. Throws `ApiClientError` with the server's message, and an `AbortError` when `signal` is
 * aborted.
 */
export async function download(path: string, { onProgress, ...options }: Options): Promise<void> {
  const { headers, body } = await api.open(path, options);
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value as Uint8Array<ArrayBuffer>);
    received += chunk.value.byteLength;
    onProgress?.(received, headers);
  }
  const [, name = "download"] = /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "") ?? [];
  saveFile(new Blob(chunks, { type: headers.get("Content-Type") ?? "" }), name);
}
