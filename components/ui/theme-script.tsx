/** The colour of the browser's own bars: `--bg` of each theme. */
export const THEME_COLORS = { light: "#f7f6f2", dark: "#0d0f13" } as const;

/** Stores `light` or `dark`, and nothing else. */
export const THEME_KEY = "theme";
/** Stores `true` while the theme follows the device; `theme` is then the last one shown. */
export const THEME_FOLLOWS_KEY = "themeFollowsDevice";

/**
 * The inline script in <head>. It reads the stored theme or the device's, sets `data-theme`, and
 * the class `dark` that other tools look for, and colours the browser's bars. Where storage is
 * blocked, as in a sandboxed frame, it is light.
 */
export const THEME_BOOT = `(function(){var d=document,s,t;try{s=localStorage;t=s.getItem("${THEME_KEY}");
if(s.getItem("${THEME_FOLLOWS_KEY}")==="true"){t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";s.setItem("${THEME_KEY}",t)}}catch(e){}
if(t!=="dark")t="light";d.documentElement.dataset.theme=t;d.documentElement.classList.toggle("dark",t==="dark");
var m=d.createElement("meta");m.name="theme-color";m.id="theme-color";m.content=t==="dark"?"${THEME_COLORS.dark}":"${THEME_COLORS.light}";d.head.prepend(m)})()`;

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
