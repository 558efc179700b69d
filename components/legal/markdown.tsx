import type { Token, Tokens } from "marked";
import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/link";

/**
 * Markdown as React elements. Only what the legal documents use is known: anything else, HTML above
 * all, is an error and never reaches a page.
 */
export function Markdown({ tokens }: { tokens: readonly Token[] | undefined }) {
  return tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text never change
    <MarkdownToken key={index} token={token as KnownToken} />
  ));
}

type KnownToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.List
  | Tokens.Table
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Link
  | Tokens.Text
  | Tokens.Br
  | Tokens.Space;

function MarkdownToken({ token }: { token: KnownToken }): ReactNode {
  switch (token.type) {
    case "heading":
      return <SectionHeading token={token} />;
    case "paragraph":
      return (
        <p className="mt-3">
          <Markdown tokens={token.tokens} />
        </p>
      );
    case "list":
      return (
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 marker:text-ink2">
          {token.items.map((item) => (
            <li key={item.raw}>
              <Markdown tokens={item.tokens} />
            </li>
          ))}
        </ul>
      );
    case "table":
      return <Table token={token} />;
    case "strong":
      return (
        <strong className="font-semibold">
          <Markdown tokens={token.tokens} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Markdown tokens={token.tokens} />
        </em>
      );
    case "link":
      return <Anchor token={token} />;
    case "text":
      return token.tokens ? <Markdown tokens={token.tokens} /> : token.text;
    case "br":
      return <br />;
    case "space":
      return null;
    default:
      throw new Error(`Unknown Markdown: ${(token as Token).raw}`);
  }
}

/** The address of a section: `if-you-are-under-18`. */
const sectionId = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]+/gu, "-")
    .replace(/^-|-$/g, "");

/** The sections of a text, as links to them. */
export function Contents({ tokens }: { tokens: readonly Token[] }) {
  const sections = tokens.filter(
    (token) => token.type === "heading" && token.depth === 2,
  ) as Tokens.Heading[];
  return (
    <ul className="mt-2 columns-1 gap-x-8 xs:columns-2">
      {sections.map(({ text }) => (
        <li key={text} className="flex break-inside-avoid py-1">
          <TextLink href={`#${sectionId(text)}`}>{text}</TextLink>
        </li>
      ))}
    </ul>
  );
}

/** A heading that links to itself, so that people can send a section to each other. */
function SectionHeading({ token: { depth, text } }: { token: Tokens.Heading }) {
  const id = sectionId(text);
  const Tag = depth === 2 ? "h2" : "h3";
  return (
    <Tag
      id={id}
      className={`group scroll-mt-6 break-after-avoid ${depth === 2 ? "mt-10 text-xl" : "mt-6 text-lg"}`}
    >
      <a
        href={`#${id}`}
        className="inline-block min-w-11 rounded-sm py-0.5 underline-offset-4 hover:underline"
      >
        {text}
      </a>
    </Tag>
  );
}

/** A table of two columns: these fit the narrowest phone. */
function Table({ token: { header, rows } }: { token: Tokens.Table }) {
  return (
    <table className="mt-4 w-full border-collapse text-left">
      <thead>
        <tr className="border-line border-b text-ink2 text-sm">
          {header.map((cell) => (
            <th
              key={cell.text}
              scope="col"
              className="py-2 pr-4 font-semibold first-letter:uppercase first:w-1/2 sm:first:w-2/5"
            >
              <Markdown tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others]) => (
          <tr key={first?.text} className="break-inside-avoid border-line border-b align-top last:border-0">
            <th scope="row" className="py-2.5 pr-4 font-normal first-letter:uppercase">
              <Markdown tokens={first?.tokens} />
            </th>
            {others.map((cell) => (
              <td key={cell.text} className="py-2.5 pr-4 first-letter:uppercase last:pr-0">
                <Markdown tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A link to another page of ours, to another site, or to write a mail. */
function Anchor({ token: { href, tokens } }: { token: Tokens.Link }) {
  if (href.startsWith("/")) {
    return (
      <TextLink href={href}>
        <Markdown tokens={tokens} />
      </TextLink>
    );
  }
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      className="font-semibold text-brand underline-offset-4 hover:underline"
    >
      <Markdown tokens={tokens} />
    </a>
  );
}
