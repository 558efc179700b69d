/**
 * Contracts that come after the first paint. A page arrives with its data, so nothing has to be parsed before somebody
 * acts: what the browser needs for that, zod above all, is loaded while it is at rest, or with the first call.
 */

const loads = new Set<() => Promise<unknown>>();

/**
 * What a module exports, each as a function that loads it: `contract.feedAnswer` is the `answer` of a call
 * (lib/api/client.ts) and `await contract.feedAnswer()` the contract itself. Throws as `import` does when the module can't
 * be loaded.
 */
export function later<Module extends object>(
  load: () => Promise<Module>,
): { readonly [Name in keyof Module]: () => Promise<Module[Name]> } {
  loads.add(load);
  return new Proxy({} as { [Name in keyof Module]: () => Promise<Module[Name]> }, {
    get: (_, name) => async () => (await load())[name as keyof Module],
  });
}

/** Loads what the screens on this page will ask for. */
export function loadContracts(): void {
  for (const load of loads) load().catch(() => undefined); // Whoever needs it asks again.
}
