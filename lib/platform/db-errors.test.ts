import { isRetryable, toApiError } from "@/lib/platform/db-errors";

const coded = (code: string) => Object.assign(new Error("internals"), { code });
/** As Prisma's driver adapters report what PostgreSQL said. */
const adapted = (originalCode: string, kind = "postgres") =>
  Object.assign(new Error("internals"), {
    code: "P2010",
    meta: { driverAdapterError: { cause: { originalCode, kind } } },
  });

describe("what the database says becomes an answer", () => {
  test.each([
    ["something that exists already", coded("P2002"), 409, "conflict"],
    ["something that exists already, raw", adapted("23505"), 409, "conflict"],
    ["something that is gone", coded("P2025"), 404, "not_found"],
    ["something that points nowhere", adapted("23503"), 404, "not_found"],
    ["text that is none", adapted("22021"), 400, "bad_request"],
    ["a number beyond its column", adapted("22003"), 400, "bad_request"],
    ["a time beyond the calendar", adapted("22008"), 400, "bad_request"],
    ["a database that is away", coded("ECONNREFUSED"), 503, "unavailable"],
    ["a database that is stopping", adapted("57P01"), 503, "unavailable"],
    ["a database that is starting", adapted("57P03"), 503, "unavailable"],
    ["no free connection", coded("P2024"), 503, "unavailable"],
    ["PgBouncer without a connection to give", adapted("08P01"), 503, "unavailable"],
    ["a lock that does not come free", adapted("55P03"), 503, "unavailable"],
    ["a transaction that slept too long", adapted("25P03"), 503, "unavailable"],
    ["a deadlock that would not end", adapted("40P01"), 503, "unavailable"],
    ["a lost connection without a code", new Error("Connection terminated unexpectedly"), 503, "unavailable"],
    ["a wrapped failure", new Error("outer", { cause: coded("ECONNRESET") }), 503, "unavailable"],
  ])("%s", (_, thrown, status, code) => {
    expect(toApiError(thrown)).toMatchObject({ status, code });
    expect(toApiError(thrown)?.message).not.toContain("internals");
  });

  test("a caller who must wait is told how long", () => {
    expect(Number(toApiError(coded("ECONNREFUSED"))?.headers["Retry-After"])).toBeLessThanOrEqual(5);
  });

  test.each([
    new Error("boom"),
    new TypeError("x is not a function"),
    "text",
    null,
    undefined,
    coded("23514"),
  ])("%s is our own mistake", (thrown) => {
    expect(toApiError(thrown)).toBeUndefined();
  });

  test("only deadlocks and write conflicts are tried again", () => {
    expect(isRetryable(adapted("40P01"))).toBe(true);
    expect(isRetryable(adapted("40001"))).toBe(true);
    expect(isRetryable(coded("P2034"))).toBe(true);
    expect(isRetryable(coded("P2002"))).toBe(false);
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    expect(isRetryable(circle)).toBe(false);
  });
});
