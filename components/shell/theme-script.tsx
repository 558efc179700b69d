import { THEME_BOOT } from "@/components/shell/theme-boot";

/**
 * Sets the theme before the first paint. It must be inline: a file would arrive after the page has
 * been painted in the wrong colours. `nonce` belongs to the response's Content-Security-Policy.
 */
export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, so React finds none when it hydrates.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; no input reaches it
      dangerouslySetInnerHTML={{ __html: THEME_BOOT }}
    />
  );
}
