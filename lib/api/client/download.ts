import { saveFile } from "@/lib/dom/save-file";

/**
 * Hands the file that a call answered (`api.open`) to the browser, by the name that the answer
 * gives it. `onProgress` is called with the bytes received so far.
 */
export async function download(
  { headers, body }: Response,
  onProgress?: (received: number) => void,
): Promise<void> {
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value as Uint8Array<ArrayBuffer>);
    received += chunk.value.byteLength;
    onProgress?.(received);
  }
  const [, name = "download"] = /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "") ?? [];
  saveFile(new Blob(chunks, { type: headers.get("Content-Type") ?? "" }), name);
}
