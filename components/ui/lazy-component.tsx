"use client";

import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { ErrorBoundary } from "react-error-boundary";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { NETWORK_ERROR } from "@/lib/text/messages";

type LazyProps = {
  /** Shows while the code is on its way. */
  fallback?: ReactNode;
  /**
   * For what a press opens: called after the person was told that it can't be loaded, so that the
   * next press tries anew.
   */
  onLoadError?: () => void;
};

type Options = {
  /** Nobody asked for it: it stays away without a word, and comes with the connection. */
  optional?: boolean;
};

/**
 * A dialog, menu or panel whose code is loaded with its first use. Where the code can't be loaded
 * the screen around it stays: the person is told and may try again. `preload` loads the code before
 * it is needed.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { optional = false }: Options = {},
): ComponentType<Props & LazyProps> & { preload: () => void } {
  const create = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new LoadError("Code could not be loaded", { cause });
      }
    });
  let current = create();

  // biome-ignore lint/correctness/noComponentHookFactories: made once for a module, as `lazy` itself is
  function LazyComponent({ fallback = null, onLoadError, ...props }: Props & LazyProps) {
    const [Shown, setShown] = useState(() => current);
    return (
      <ErrorBoundary
        resetKeys={[Shown]}
        // React remembers a failed `lazy`: whoever wants it next needs a new one.
        onError={() => {
          current = create();
        }}
        fallbackRender={({ error }) => {
          if (!(error instanceof LoadError)) throw error;
          return (
            <LoadFailed
              optional={optional}
              onRetry={() => setShown(() => current)}
              onLoadError={onLoadError}
            />
          );
        }}
      >
        <Suspense fallback={fallback}>
          <Shown {...(props as Props)} />
        </Suspense>
      </ErrorBoundary>
    );
  }

  const preload = () => {
    load().catch(() => {
      // The bundler's runtime forgets a file that did not come: its first use asks again, and says
      // so.
    });
  };
  return Object.assign(LazyComponent, { preload });
}

class LoadError extends Error {
  override name = "LoadError";
}

type LoadFailedProps = {
  optional: boolean;
  onRetry: () => void;
  onLoadError: (() => void) | undefined;
};

function LoadFailed({ optional, onRetry, onLoadError }: LoadFailedProps) {
  const handleOnline = useEffectEvent(() => {
    if (optional) onRetry();
  });
  const announce = useEffectEvent(() => {
    if (!onLoadError) return;
    toast.error(NETWORK_ERROR);
    onLoadError();
  });
  useEffect(() => {
    const onOnline = () => handleOnline();
    announce();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
  if (optional || onLoadError) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-2 p-3 text-ink2 text-label">
      This part couldn't be loaded.
      <Button variant="soft" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
