import "server-only";
import { APP_NAME } from "@/lib/product";
import { CSV_START } from "@/lib/text/csv";
import { isoDay } from "@/lib/time/relative-time";

export const CSV = "text/csv; charset=utf-8";

/**
 * A table as a file to save, `campus-circle-people-2026-11-25.csv`, sent while `lines` are made,
 * some at a time: the memory holds one batch of rows.
 */
export function csvFile(name: string, lines: AsyncIterable<string>): Response {
  const product = APP_NAME.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const fileName = `${product}-${name}-${isoDay(new Date())}.csv`;
  return new Response(asStream(bytes(lines)), {
    headers: { "Content-Type": CSV, "Content-Disposition": `attachment; filename="${fileName}"` },
  });
}

async function* bytes(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_START);
  for await (const some of lines) yield encoder.encode(some);
}

/** Reads on when the receiver has taken what was sent, and stops when they have gone. */
const asStream = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
