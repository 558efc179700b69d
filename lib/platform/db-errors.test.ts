import { isRetryable, toApiError } from "@/lib/platform/db-errors";

const errorWithCode = (code: string) => Object.assign(new Error("internals"), { code });
/** The shape in which Prisma's driver adapters report a PostgreSQL error. */
const adapterError = (originalCode: string, kind = "postgres") =>
  Object.assign(new Error("internals"), {
    code: "P2010",
    meta: { driverAdapterError: { cause: { originalCode, kind } } },
  });

describe("database errors become API errors", () => {
  test.each([
    ["a duplicate", errorWithCode("P2002"), 409, "conflict"],
    ["a duplicate, from a raw query", adapterError("23505"), 409, "conflict"],
    ["a missing row", errorWithCode("P2025"), 404, "not_found"],
    ["a dangling reference", adapterError("23503"), 404, "not_found"],
    ["invalid text", adapterError("22021"), 400, "bad_request"],
    ["a number out of range", adapterError("22003"), 400, "bad_request"],
    ["a date out of range", adapterError("22008"), 400, "bad_request"],
    ["an unreachable database", errorWithCode("ECONNREFUSED"), 503, "unavailable"],
    ["a database that is stopping", adapterError("57P01"), 503, "unavailable"],
    ["a database that is starting", adapterError("57P03"), 503, "unavailable"],
    ["no free connection", errorWithCode("P2024"), 503, "unavailable"],
    ["PgBouncer without a free connection", adapterError("08P01"), 503, "unavailable"],
    ["a lock timeout", adapterError("55P03"), 503, "unavailable"],
    ["an idle transaction", adapterError("25P03"), 503, "unavailable"],
    ["a repeated deadlock", adapterError("40P01"), 503, "unavailable"],
    ["a wrapped failure", new Error("outer", { cause: errorWithCode("ECONNRESET") }), 503, "unavailable"],
  ])("%s", (_, thrown, status, code) => {
    expect(toApiError(thrown)).toMatchObject({ status, code });
    expect(toApiError(thrown)?.message).not.toContain("internals");
  });

  test("an unavailable database sets Retry-After", () => {
    expect(Number(toApiError(errorWithCode("ECONNREFUSED"))?.headers["Retry-After"])).toBeLessThanOrEqual(5);
  });

  test.each([
    new Error("boom"),
    new TypeError("x is not a function"),
    "text",
    null,
    undefined,
    errorWithCode("23514"),
  ])("%s is a bug of ours", (thrown) => {
    expect(toApiError(thrown)).toBeUndefined();
  });

  test("only deadlocks and write conflicts are retried", () => {
    expect(isRetryable(adapterError("40P01"))).toBe(true);
    expect(isRetryable(adapterError("40001"))).toBe(true);
    expect(isRetryable(errorWithCode("P2034"))).toBe(true);
    expect(isRetryable(errorWithCode("P2002"))).toBe(false);
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    expect(isRetryable(circle)).toBe(false);
  });
});
