import JsdomEnvironment from "jest-environment-jsdom";

/**
 * jsdom with Node's fetch classes, which it lacks. A test file opts in with `@jest-environment
 * <rootDir>/tests/browser-environment.ts`.
 */
export default class BrowserEnvironment extends JsdomEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { Request, Response, Headers, TextEncoder, TextDecoder });
  }
}
