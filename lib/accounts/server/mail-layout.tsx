import "server-only";
import type { ReactElement, ReactNode } from "react";
import { Body, Container, Head, Heading, Html, Preview, Text } from "react-email";
import { APP_NAME, TAGLINE } from "@/lib/product";

/** The same message in plain text and in HTML. */
export type MailContent = { subject: string; text: string; html: string };

/** Renders react-email elements to a complete HTML document. */
export async function renderMail(mail: ReactElement): Promise<string> {
  // Next.js forbids a static import of this renderer in code that pages bundle.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(mail)}`;
}

/**
 * The layout of every mail: the product's name above one card. `preview` is what an inbox shows
 * beside the subject.
 */
export function MailLayout({ preview, children }: { preview: string; children: ReactNode }) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="page" style={page}>
        <Container className="card" style={card}>
          <Heading as="h1" style={heading}>
            {APP_NAME}
          </Heading>
          {children}
        </Container>
        <Text className="quiet" style={{ ...quiet, textAlign: "center", margin: "16px 0 0" }}>
          {TAGLINE}
        </Text>
      </Body>
    </Html>
  );
}

/** A paragraph. */
export const MailText = ({ children }: { children: ReactNode }) => <Text style={text}>{children}</Text>;

/** Small grey text. */
export const MailNote = ({ children }: { children: ReactNode }) => (
  <Text className="quiet" style={quiet}>
    {children}
  </Text>
);

/** A large code, readable at a glance. */
export const MailCode = ({ children }: { children: ReactNode }) => (
  <Text className="code" style={large}>
    {children}
  </Text>
);

// Mail clients support no CSS variables and few style sheets. So each element carries the light
// theme's colours inline, and clients that support media queries get the dark theme's
// (app/globals.css).
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background-color: #0d0f13 !important; color: #eceef2 !important; }
  .card { background-color: #15181e !important; border-color: #272c36 !important; }
  .code { background-color: #1e2446 !important; color: #93a1ff !important; }
  .quiet { color: #a3a9b5 !important; }
}`;
const page = {
  backgroundColor: "#f7f6f2",
  color: "#15171c",
  fontFamily: "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif",
  fontSize: "15px",
  margin: 0,
  padding: "32px 16px",
};
const card = {
  backgroundColor: "#ffffff",
  border: "1px solid #e5e2da",
  borderRadius: "16px",
  maxWidth: "440px",
  padding: "32px",
};
const heading = { fontSize: "20px", fontWeight: 700, margin: "0 0 16px" };
const text = { fontSize: "15px", lineHeight: "24px", margin: "0 0 12px" };
const large = {
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
