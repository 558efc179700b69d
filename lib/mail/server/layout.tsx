import "server-only";
import type { CSSProperties, ReactNode, TableHTMLAttributes } from "react";
import { shadesOf } from "@/lib/campus/accent";
import { campusFile } from "@/lib/campus/server/campus";
import { APP_NAME, TAGLINE } from "@/lib/product";

/** One message, in plain text and in HTML. */
export type MailContent = { subject: string; text: string; html: string };

/**
 * A paragraph, small grey text, a code that is large and easy to copy, or a link that looks like a
 * button.
 */
type Block = { text: string } | { note: string } | { code: string } | { link: string; href: string };

type Message = {
  subject: string;
  /** What an inbox shows next to the subject. */
  preview: string;
  blocks: Block[];
};

/** Renders a message twice from the same blocks, so that both versions say the same. */
export async function renderMail({ subject, preview, blocks }: Message): Promise<MailContent> {
  // Next.js forbids a static import of this renderer in code that pages bundle.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const paragraphs = blocks.map((block) => Object.values(block).join(": "));
  return {
    subject,
    text: `${[...paragraphs, `${APP_NAME}: ${TAGLINE}`].join("\n\n")}\n`,
    html: `<!doctype html>${renderToStaticMarkup(<MailDocument preview={preview} blocks={blocks} />)}`,
  };
}

/** The layout of every mail: logo and name above one card. */
function MailDocument({ preview, blocks }: Omit<Message, "subject">) {
  return (
    <html dir="ltr" lang="en">
      {/* biome-ignore lint/style/noHeadElement: a mail is no page of Next.js */}
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{preview}</title>
        <style>{DARK}</style>
      </head>
      <body className="page" style={{ backgroundColor: page.backgroundColor, margin: 0, padding: 0 }}>
        <Preview text={preview} />
        <Table lang="en" cell={page}>
          <Table style={{ maxWidth: "440px" }}>
            <Table style={{ margin: "0 0 16px" }} before={<td className="logo" style={logo} />}>
              <h1 style={name}>{APP_NAME}</h1>
            </Table>
            <Table className="card" style={card} cell={{ padding: "24px" }}>
              {blocks.map((block) => {
                if ("code" in block) {
                  return (
                    <p key={block.code} className="code" style={code}>
                      {block.code}
                    </p>
                  );
                }
                if ("link" in block) {
                  return (
                    <p key={block.href} style={text}>
                      <a href={block.href} className="button" style={button}>
                        {block.link}
                      </a>
                    </p>
                  );
                }
                const isNote = "note" in block;
                const words = isNote ? block.note : block.text;
                return (
                  <p key={words} className={isNote ? "quiet" : undefined} style={isNote ? quiet : text}>
                    {words}
                  </p>
                );
              })}
            </Table>
            <p className="quiet" style={{ ...quiet, textAlign: "center", margin: "16px 0 0" }}>
              {TAGLINE}
            </p>
          </Table>
        </Table>
      </body>
    </html>
  );
}

type Box = TableHTMLAttributes<HTMLTableElement> & { cell?: CSSProperties; before?: ReactNode };

/**
 * A box of one row: mail programs know tables, and not all of them padding or margins elsewhere.
 * `cell` is the style of its cell, and `before` a cell to the left of that.
 */
function Table({ cell, before, children, ...attributes }: Box) {
  return (
    <table
      align="center"
      width="100%"
      border={0}
      cellPadding={0}
      cellSpacing={0}
      role="presentation"
      {...attributes}
    >
      <tbody>
        <tr>
          {before}
          <td style={cell}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** The longest preview that an inbox shows, in characters. */
const PREVIEW_MAX = 200;
/** Characters without width, so that no inbox shows the first words of the body after a preview. */
const FILLER = "\u00a0\u200c\u200b\u200d\ufeff";

function Preview({ text }: { text: string }) {
  const shown = text.slice(0, PREVIEW_MAX);
  return (
    <div style={hidden}>
      {shown}
      <div>{FILLER.repeat(PREVIEW_MAX - shown.length)}</div>
    </div>
  );
}

/**
 * The logo (components/brand/logo.tsx) at 28 px, as two gradients: mail programs block pictures and
 * drop SVG. Where gradients are unknown, too, the name is alone.
 */
const logoIn = (ring: string, dot: string) =>
  `radial-gradient(circle at 23px 5px, ${dot} 4.5px, transparent 5px), ` +
  `radial-gradient(circle at 12.5px 15.5px, transparent 8px, ${ring} 8.5px, ${ring} 12px, transparent 12.5px)`;

const { light, dark } = shadesOf(campusFile.accent);

// Mail clients support no CSS variables and few style sheets. So each element carries the light
// theme's colours inline, and clients that support media queries get the dark theme's
// (app/globals.css). Some drop the body, so a table cell repeats the colours of the page.
const DARK = `@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #0d0f13 !important; color: #eceef2 !important; }
  .card { background-color: #15181e !important; border-color: #272c36 !important; }
  .button { background-color: ${dark.brand} !important; color: #0d0f13 !important; }
  .code { background-color: ${dark.soft} !important; color: ${dark.brand} !important; }
  .logo { background-image: ${logoIn(dark.brand, "#ffbf47")} !important; }
  .quiet { color: #a3a9b5 !important; }
}`;

// The product's fonts where they are installed: most mail programs drop fonts that a mail brings.
const FONTS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const page = {
  backgroundColor: "#f7f6f2",
  color: "#15171c",
  fontFamily: `Inter, ${FONTS}`,
  fontSize: "15px",
  margin: 0,
  padding: "32px 16px",
};
const hidden = {
  display: "none",
  overflow: "hidden",
  lineHeight: "1px",
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
};
const logo = { width: "38px", height: "28px", backgroundImage: logoIn(light.brand, "#f2a20c") };
const name = {
  fontFamily: `'Bricolage Grotesque', Inter, ${FONTS}`,
  fontSize: "20px",
  fontWeight: 700,
  letterSpacing: "-0.02em",
  lineHeight: "28px",
  margin: 0,
};
const card = {
  backgroundColor: "#ffffff",
  border: "1px solid #e5e2da",
  borderRadius: "16px",
};
const text = { fontSize: "15px", lineHeight: "24px", margin: "0 0 12px" };
const button = {
  backgroundColor: light.brand,
  borderRadius: "12px",
  color: "#ffffff",
  display: "inline-block",
  fontWeight: 600,
  padding: "10px 20px",
  textDecoration: "none",
};
const code = {
  backgroundColor: light.soft,
  borderRadius: "12px",
  color: light.brand,
  fontSize: "32px",
  fontWeight: 700,
  letterSpacing: "8px",
  lineHeight: "40px",
  margin: "0 0 20px",
  padding: "16px 0 16px 8px",
  textAlign: "center" as const,
};
const quiet = { color: "#565c67", fontSize: "13px", lineHeight: "20px", margin: 0 };
