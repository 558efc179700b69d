import { api } from "@/lib/api/client/request";
import { saveFile } from "@/lib/dom/save-file";

/**
 * Downloads a file that a call answers and hands it to the browser, by the name that the answer
 * gives it. Throws `ApiClientError` with the server's message.
 */
export async function download(path: string, query: Record<string, string | undefined>): Promise<void> {
  const response = await api.open(path, { query });
  saveFile(await response.blob(), fileNameOf(response) ?? "download");
}

/** The name that a response gives its file. */
export const fileNameOf = ({ headers }: Response): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "")?.[1];
