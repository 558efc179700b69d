import pino from "pino";
import { log } from "@/lib/platform/log";

type Line = { level: string; msg: string; [field: string]: unknown };

/**
 * What the log writes during each test of a file, through its serializers as in production, parsed
 * and without the time. A mock of `log()` shows what was passed to it, which may be another thing.
 */
export function captureLog(): () => Line[] {
  let lines: string[] = [];
  let restore = () => {};
  beforeEach(() => {
    lines = [];
    const logger = log();
    const stream = (logger as unknown as Record<symbol, { write: (line: string) => void }>)[
      pino.symbols.streamSym
    ];
    if (!stream) throw new Error("pino has no stream.");
    const { write } = stream;
    const { level } = logger;
    stream.write = (line) => lines.push(line);
    logger.level = "warn";
    restore = () => {
      stream.write = write;
      logger.level = level;
    };
  });
  afterEach(() => restore());
  return () => lines.map((line) => ({ ...JSON.parse(line), time: undefined }));
}
