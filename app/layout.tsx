import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { fontVariables } from "@/app/fonts";
import { CampusData } from "@/components/shell/campus-data";
import { BackSupport, PageTransition, PageViewBeacon } from "@/components/shell/navigation-effects";
import { Providers } from "@/components/shell/providers";
import { ThemeSync } from "@/components/ui/theme";
import { THEME_COLORS, ThemeScript } from "@/components/ui/theme-script";
import { accentStyle } from "@/lib/campus/accent";
import { campusFile } from "@/lib/campus/server/campus";
import { getLanguage, getMessages, getText } from "@/lib/language/server";
import { LanguageProvider } from "@/lib/language/translate";
import { env } from "@/lib/platform/env";
import { APP_NAME, COLLEGE_CODES, TAGLINE } from "@/lib/product";
import "@/app/globals.css";

/**
 * A shared link shows the app and nothing of the post behind it, which only members may see. The
 * card's picture is app/opengraph-image.tsx.
 */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  const title = `${APP_NAME}: ${t(TAGLINE)}`;
  const description = t(
    "The campus community of {colleges}: find classmates, share what you make, and join the conversations that matter.",
    { colleges: COLLEGE_CODES },
  );
  return {
    metadataBase: new URL(env().APP_URL),
    applicationName: APP_NAME,
    title: { default: title, template: `%s · ${APP_NAME}` },
    description,
    openGraph: {
      type: "website",
      siteName: APP_NAME,
      title,
      description,
    },
    twitter: { card: "summary_large_image" },
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  // The default theme's colour. The theme script puts the current theme's in front of it.
  themeColor: THEME_COLORS.light,
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const language = await getLanguage();
  return (
    // Suppressed because the theme script sets data-theme before React hydrates this element.
    <html lang={language} className={fontVariables} suppressHydrationWarning>
      <head>
        <ThemeScript nonce={nonce} />
        <CampusData />
        {campusFile.accent && <style nonce={nonce}>{accentStyle(campusFile.accent)}</style>}
      </head>
      <body>
        <LanguageProvider language={language} messages={await getMessages(language)}>
          <Providers>{children}</Providers>
        </LanguageProvider>
        <ThemeSync />
        <BackSupport />
        <PageViewBeacon />
        <PageTransition />
      </body>
    </html>
  );
}
