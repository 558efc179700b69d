import JsdomEnvironment from "jest-environment-jsdom";

/**
 * A page in jsdom with Node's own fetch classes, which jsdom lacks:
 * `@jest-environment <rootDir>/tests/browser-environment.ts`.
 */
export default class BrowserEnvironment extends JsdomEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { Request, Response, Headers, TextEncoder, TextDecoder });
  }
}
