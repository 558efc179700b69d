/** Replaced while the worker is bundled (app/sw.js/route.ts). */
declare const process: { env: { NEXT_PUBLIC_APP_NAME?: string } };
