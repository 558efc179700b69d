import { api } from "@/lib/api/client/request";

type Options = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/**
 * Replaces the browser's calls with one method. The spy gets the address with its parameters filled
 * in, and its answers need not be whole.
 */
export function spyOnApi(method: "get" | "post" | "put" | "delete") {
  const spy = jest.fn<Promise<unknown>, [address: string, options?: Options]>(async () => undefined);
  const call = async (path: string, given?: Options) => {
    const { params = {}, ...options } = given ?? {};
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
    return Object.keys(options).length > 0 ? spy(address, options) : spy(address);
  };
  jest.spyOn(api as unknown as Record<typeof method, typeof call>, method).mockImplementation(call);
  return spy;
}
