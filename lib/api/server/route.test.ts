import * as z from "zod";
import { parseWith } from "@/lib/api/server/route";

describe("what a contract refuses without words of its own", () => {
  test.each([
    [{}, "Invalid input: expected string, received undefined"],
    [{ name: "Tara", role: "admin" }, 'Unrecognized key: "role"'],
  ])("is said in English: %j", (body, message) => {
    expect(() => parseWith(z.strictObject({ name: z.string() }), body)).toThrow(message);
  });
});
