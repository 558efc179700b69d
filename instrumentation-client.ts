import { watchPersonalData } from "@/lib/accounts/client/watch-personal-data";
import { catchInstallPrompt } from "@/lib/offline/client/install-prompt";
import { registerWhenIdle } from "@/lib/offline/client/register";

// Next.js runs this file in the browser before the rest of the app.
watchPersonalData();

// Libraries that insert style elements read the nonce of the content security policy from here.
Object.assign(window, {
  __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
});

catchInstallPrompt();
registerWhenIdle();
