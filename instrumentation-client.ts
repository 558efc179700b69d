import { watchPersonalData } from "@/lib/accounts/client/watch-personal-data";
import { catchInstallPrompt } from "@/lib/offline/client/install-prompt";
import { registerWhenIdle } from "@/lib/offline/client/register";

/* Next.js runs this in the browser before anything else of the app. */
watchPersonalData();

/*
 * Under this name the libraries that write style elements look for the nonce of the page's content
 * security policy.
 */
Object.assign(window, {
  __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
});

catchInstallPrompt();
registerWhenIdle();
