/** The colour of the browser's own bars: `--bg` of each theme. */
export const THEME_COLORS = { light: "#f7f6f2", dark: "#0d0f13" } as const;

export const THEME_KEY = "theme";

/**
 * The text of the inline script in <head>. It reads the stored theme (light unless `dark`, or `system` on a
 * device set to dark), writes `data-theme` and colours the browser's bars. Storage may be forbidden, as in a
 * sandboxed frame: then the default stays.
 */
export const THEME_BOOT = `(function(){var d=document,t="light";try{t=localStorage.getItem("${THEME_KEY}")||t}catch(e){}
if(t==="system")t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
if(t!=="dark")t="light";d.documentElement.dataset.theme=t;
var m=d.createElement("meta");m.name="theme-color";m.id="theme-color";m.content=t==="dark"?"${THEME_COLORS.dark}":"${THEME_COLORS.light}";d.head.prepend(m)})()`;
