import type * as z from "zod";

/**
 * Parses an answer and throws when it has a field its contract does not name. A plain parse would
 * drop such a field and so hide that production, which does not parse answers, sends it.
 */
export function parseStrictly<S extends z.ZodType>(contract: S, answer: unknown): z.output<S> {
  const parsed = contract.parse(answer);
  const unknown = unknownFields(JSON.parse(JSON.stringify(answer)), parsed, "");
  if (unknown.length > 0) throw new Error(`The contract does not name these fields: ${unknown.join(", ")}`);
  return parsed;
}

function unknownFields(sent: unknown, known: unknown, path: string): string[] {
  if (typeof sent !== "object" || sent === null) return [];
  const fields = (known ?? {}) as Record<string, unknown>;
  return Object.entries(sent).flatMap(([name, value]) => {
    const at = path ? `${path}.${name}` : name;
    return Object.hasOwn(fields, name) ? unknownFields(value, fields[name], at) : [at];
  });
}
