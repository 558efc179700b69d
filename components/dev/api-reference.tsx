import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import type { ApiDocument, Json, Operation, RateLimit } from "@/lib/api/openapi-document";
import { exactCount } from "@/lib/text/counts";

/** Every call of the API, to unfold. */
export function ApiReference({ document }: { document: ApiDocument }) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return (
    <div className="w-full max-w-3xl py-4">
      <h1 className="text-3xl">The API</h1>
      <p className="mt-2 text-ink2">
        {calls.length} calls below <code>/api</code>, for programs as {/* Not a Link: it opens no page. */}
        <a href="/api/openapi.json" className="touch-target rounded-sm font-semibold text-brand underline">
          OpenAPI 3.1
        </a>
        . What holds for all of them is in <code>docs/api.md</code>.
      </p>
      {document.tags.map(({ name }) => (
        <section key={name} aria-labelledby={`tag-${name}`} className="mt-8">
          <h2 id={`tag-${name}`} className="text-xl">
            {name}
          </h2>
          <ul className="mt-3 flex flex-col gap-2">
            {calls
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ path, method, operation }) => (
                <li key={operation.operationId}>
                  <Call path={path} method={method} operation={operation} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="schemas" className="mt-8">
        <h2 id="schemas" className="text-xl">
          Schemas
        </h2>
        <ul className="mt-3 flex flex-col gap-2">
          {Object.entries(document.components.schemas).map(([name, schema]) => (
            <li key={name}>
              <Unfolding summary={<code>{name}</code>}>
                <Schema schema={schema} />
              </Unfolding>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Call({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const { parameters = [], requestBody, responses, security } = operation;
  const limits = operation["x-rate-limits"] ?? [];
  return (
    <Unfolding
      summary={
        <code className="break-all">
          <strong className="uppercase">{method}</strong> {path}
        </code>
      }
    >
      <p className="text-ink2">{security.length > 0 ? "For members, with a bearer." : "For anyone."}</p>
      {limits.length > 0 && (
        <Section title="Limits">
          <ul>
            {limits.map((limit) => (
              <li key={limit.name}>{limitText(limit)}</li>
            ))}
          </ul>
        </Section>
      )}
      {parameters.length > 0 && (
        <Section title="Parameters">
          <ul className="flex flex-col gap-2">
            {parameters.map(({ name, in: place, required, schema }) => (
              <li key={name}>
                <code>{name}</code> in the {place}
                {required ? "" : ", optional"}
                <Schema schema={schema} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => (
        <Section key={type} title={`Body: ${type}${requestBody?.required ? "" : ", optional"}`}>
          <Schema schema={schema} />
        </Section>
      ))}
      {Object.entries(responses)
        .filter(([status]) => status.startsWith("2"))
        .map(([status, response]) => (
          <Section key={status} title={`Answer: ${status}`}>
            <Schema schema={(response.content ?? {}) as Json} />
          </Section>
        ))}
      <Section title="Errors">
        <p>
          {Object.keys(responses)
            .filter((status) => /^[45]/.test(status))
            .join(", ")}
          , and others
        </p>
      </Section>
    </Unfolding>
  );
}

const limitText = ({ name, count, seconds, per }: RateLimit) =>
  `${name}: ${exactCount(count)} in ${exactCount(seconds)} s, counted per ${per}`;

function Unfolding({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <Card className="p-0">
      <details>
        <summary className="min-h-11 cursor-pointer rounded-field px-4 py-2.5">{summary}</summary>
        <div className="flex flex-col gap-3 px-4 pb-4 text-label">{children}</div>
      </details>
    </Card>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-1 text-ink2">{children}</div>
    </div>
  );
}

function Schema({ schema }: { schema: Json }) {
  return (
    <pre className="mt-1 whitespace-pre-wrap break-words rounded-field bg-sunken p-3 text-sm">
      {JSON.stringify(schema, null, 2)}
    </pre>
  );
}
