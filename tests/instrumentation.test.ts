import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import CampusErrorScreen from "@/app/(campus)/error";
import ErrorScreen from "@/app/error";
import GlobalErrorScreen from "@/app/global-error";
import { onRequestError } from "@/instrumentation";
import { captureLog } from "@/tests/log-lines";

/** What the log and the screen have of a page that fails. */

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

const logged = captureLog();

test("a page that fails is logged under the reference of its screen, scrubbed", async () => {
  const error = Object.assign(new Error("no such user asha.rao@mitsgwl.ac.in"), { digest: "1234" });
  await onRequestError(error, REQUEST, CONTEXT);
  const [line] = logged();
  expect(logged()).toHaveLength(1);
  expect(line).toMatchObject({
    level: "error",
    msg: "a page failed",
    reference: "1234",
    method: "GET",
    route: "/profile/[userId]",
    err: { name: "Error", message: "no such user [email]" },
  });
  expect(JSON.stringify(line)).not.toMatch(/private|secret/);
});

test.each([
  ["beside the shell", CampusErrorScreen],
  ["of a whole page", ErrorScreen],
  ["of the document", GlobalErrorScreen],
])(
  "the error screen %s shows the reference that the log has, and nothing else of the error",
  async (_, Screen) => {
    const failed = Object.assign(new Error("connection to 10.0.0.7 lost"), { digest: "3141592653" });
    await onRequestError(failed, REQUEST, CONTEXT);
    const reference = logged()[0]?.reference;
    // What Next.js sends to the browser in production in the place of a server's error.
    const sent = new Error(
      "An error occurred in the Server Components render. The specific message is omitted.",
    );
    const html = renderToStaticMarkup(
      createElement(Screen, { error: Object.assign(sent, { digest: failed.digest }) }),
    );
    expect(html).toMatch(new RegExp(`Reference: ${reference}</p>`));
    expect(html).toContain("An unexpected error occurred");
    expect(html).not.toContain("Server Components");
  },
);
