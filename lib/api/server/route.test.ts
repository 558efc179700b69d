import * as z from "zod";
import { parseWith } from "@/lib/api/server/route";

describe("a schema's default error message", () => {
  test.each([
    [{}, "Invalid input: expected string, received undefined"],
    [{ name: "Tara", role: "admin" }, 'Unrecognized key: "role"'],
  ])("is English: %j", (body, message) => {
    expect(() => parseWith(z.strictObject({ name: z.string() }), body)).toThrow(message);
  });
});
