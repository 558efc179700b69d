import { THEME_BOOT } from "@/components/shell/theme-boot";

/**
 * Sets the theme before the first paint. It has to be inline: any file, however small, would arrive
 * after the page has been drawn in the wrong colours. The nonce is the one of this response's
 * Content-Security-Policy.
 */
export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, so React cannot find it again when it hydrates.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no input reaches it
      dangerouslySetInnerHTML={{ __html: THEME_BOOT }}
    />
  );
}
