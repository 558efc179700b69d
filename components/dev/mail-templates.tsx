import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";

type Template = { name: string; when: string; subject: string; text: string; html: string };

/** Previews of all mails: as HTML in a sandboxed frame, and as plain text. */
export function MailTemplates({ templates }: { templates: Template[] }) {
  return (
    <div className="w-full max-w-2xl py-4">
      <h1 className="text-3xl">Mail templates</h1>
      <p className="mt-2 text-ink2">
        Every mail this app can send, with sample data.{" "}
        <TextLink href="/dev/outbox">Back to the outbox</TextLink>
      </p>
      <ul className="mt-6 flex flex-col gap-4">
        {templates.map(({ name, when, subject, text, html }) => (
          <li key={name}>
            <Card className="flex flex-col gap-4 p-5">
              <div>
                <h2 className="text-xl">{name}</h2>
                <p className="text-ink2">{when}</p>
                <p className="mt-3">
                  <span className="text-ink2">Subject: </span>
                  {subject}
                </p>
              </div>
              <iframe
                title={`${name} as HTML`}
                srcDoc={html}
                sandbox=""
                className="h-96 w-full rounded-media border border-line bg-sunken"
              />
              <details>
                <summary className="-my-2.5 min-h-11 py-2.5 w-fit rounded-sm text-ink2 text-sm hover:text-ink">
                  As plain text
                </summary>
                <pre className="mt-2 whitespace-pre-wrap break-words font-sans text-ink2 text-label">
                  {text}
                </pre>
              </details>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}
