import type * as z from "zod";

/**
 * Parses an answer and throws when it has a field that its schema does not name. A plain parse
 * would drop the field and hide that production, which does not parse answers, sends it.
 */
export function parseStrictly<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.parse(answer);
  const unknown = unknownFields(JSON.parse(JSON.stringify(answer)), parsed, "");
  if (unknown.length > 0) throw new Error(`The schema does not name these fields: ${unknown.join(", ")}`);
  return parsed;
}

function unknownFields(sent: unknown, parsed: unknown, path: string): string[] {
  if (typeof sent !== "object" || sent === null) return [];
  const fields = (parsed ?? {}) as Record<string, unknown>;
  return Object.entries(sent).flatMap(([name, value]) => {
    const fieldPath = path ? `${path}.${name}` : name;
    return Object.hasOwn(fields, name) ? unknownFields(value, fields[name], fieldPath) : [fieldPath];
  });
}
