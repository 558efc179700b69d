import { catchInstallPrompt } from "@/lib/offline/install-prompt";
import { registerWhenAtRest } from "@/lib/offline/register";

/* Next.js runs this in the browser before anything else of the app. */
catchInstallPrompt();
registerWhenAtRest();
