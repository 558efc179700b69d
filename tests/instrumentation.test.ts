import pino from "pino";
import { onRequestError } from "@/instrumentation";
import { log } from "@/lib/platform/log";

/** What the log has of a page that fails. */

const CONTEXT = {
  routerKind: "App Router",
  routePath: "/profile/[userId]",
  routeType: "render",
  renderSource: "react-server-components",
  revalidateReason: undefined,
} as const;
const REQUEST = { path: "/profile/0190?q=private", method: "GET", headers: { cookie: "secret" } };

beforeEach(() => {
  process.env.NEXT_RUNTIME = "nodejs";
});
afterEach(() => {
  delete process.env.NEXT_RUNTIME;
});

test("a page that fails is logged under the reference of its screen, scrubbed", async () => {
  const lines: string[] = [];
  const stream = (log() as unknown as Record<symbol, { write: (line: string) => void }>)[
    pino.symbols.streamSym
  ];
  if (!stream) throw new Error("pino has no stream.");
  const { write } = stream;
  stream.write = (line) => lines.push(line);
  const { level } = log();
  log().level = "error";
  try {
    const error = Object.assign(new Error("no such user asha.rao@mitsgwl.ac.in"), { digest: "1234" });
    await onRequestError(error, REQUEST, CONTEXT);
  } finally {
    stream.write = write;
    log().level = level;
  }
  const [line] = lines.map((text) => JSON.parse(text));
  expect(lines).toHaveLength(1);
  expect(line).toMatchObject({
    level: "error",
    msg: "a page failed",
    reference: "1234",
    method: "GET",
    route: "/profile/[userId]",
    err: { name: "Error", message: "no such user [email]" },
  });
  expect(lines[0]).not.toMatch(/private|secret/);
});
