import "server-only";
import { Body, Column, Container, Head, Heading, Html, Preview, Row, Section, Text } from "react-email";
import { APP_NAME, TAGLINE } from "@/lib/product";

/** One message, in plain text and in HTML. */
export type MailContent = { subject: string; text: string; html: string };

/** A paragraph, small grey text, or a code that is large and easy to copy. */
type Block = { text: string } | { note: string } | { code: string };

type Message = {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  blocks: Block[];
};

/** Renders a message twice from the same blocks, so that both versions say the same. */
export async function renderMail({ subject, preview, blocks }: Message): Promise<MailContent> {
  // Next.js forbids a static import of this renderer in code that pages bundle.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const paragraphs = blocks.flatMap((block) => Object.values(block));
  return {
    subject,
    text: `${[...paragraphs, `${APP_NAME}: ${TAGLINE}`].join("\n\n")}\n`,
    html: `<!doctype html>${renderToStaticMarkup(<MailDocument preview={preview} blocks={blocks} />)}`,
  };
}

/** The layout of every mail: logo and name above one card. */
function MailDocument({ preview, blocks }: Omit<Message, "subject">) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="page" style={page}>
        <Container style={column}>
          <Section style={brand}>
            <Row>
              <Column className="logo" style={logo} />
              <Column>
                <Heading as="h1" style={name}>
                  {APP_NAME}
                </Heading>
              </Column>
            </Row>
          </Section>
          <Section className="card" style={card}>
            {blocks.map((block) => {
              if ("code" in block) {
                return (
                  <Text key={block.code} className="code" style={code}>
                    {block.code}
                  </Text>
                );
              }
              const isNote = "note" in block;
              const words = isNote ? block.note : block.text;
              return (
                <Text key={words} className={isNote ? "quiet" : undefined} style={isNote ? quiet : text}>
                  {words}
                </Text>
              );
            })}
          </Section>
          <Text className="quiet" style={{ ...quiet, textAlign: "center", margin: "16px 0 0" }}>
            {TAGLINE}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/**
 * The logo (components/brand/logo.tsx) at 28 px, as two gradients: mail programs block pictures and
 * drop SVG. Where gradients are unknown, too, the name stands alone.
 */
const logoIn = (ring: string, dot: string) =>
  `radial-gradient(circle at 23px 5px, ${dot} 4.5px, transparent 5px), ` +
  `radial-gradient(circle at 12.5px 15.5px, transparent 8px, ${ring} 8.5px, ${ring} 12px, transparent 12.5px)`;

// Mail clients support no CSS variables and few style sheets. So each element carries the light
// theme's colours inline, and clients that support media queries get the dark theme's
// (app/globals.css). `Body` repeats the colours of the page on a table cell.
const DARK = `@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #0d0f13 !important; color: #eceef2 !important; }
  .card { background-color: #15181e !important; border-color: #272c36 !important; }
  .code { background-color: #1e2446 !important; color: #93a1ff !important; }
  .logo { background-image: ${logoIn("#93a1ff", "#ffbf47")} !important; }
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
const column = { maxWidth: "440px" };
const brand = { margin: "0 0 16px" };
const logo = { width: "38px", height: "28px", backgroundImage: logoIn("#3046e6", "#f2a20c") };
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
  padding: "24px",
};
const text = { fontSize: "15px", lineHeight: "24px", margin: "0 0 12px" };
const code = {
  backgroundColor: "#eaedff",
  borderRadius: "12px",
  color: "#3046e6",
  fontSize: "32px",
  fontWeight: 700,
  letterSpacing: "8px",
  lineHeight: "40px",
  margin: "0 0 20px",
  padding: "16px 0 16px 8px",
  textAlign: "center" as const,
};
const quiet = { color: "#565c67", fontSize: "13px", lineHeight: "20px", margin: 0 };
