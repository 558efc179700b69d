"use client";

import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useTranslate } from "@/lib/language/translate";
import { NETWORK_ERROR } from "@/lib/text/errors";

type LazyProps = {
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /**
   * For components that a press opens: on failure a toast replaces the error message, and this
   * callback closes the component, so that the next press tries again.
   */
  onLoadError?: () => void;
};

type Options = {
  /** On failure, renders nothing and tries again when the connection returns. */
  optional?: boolean;
};

/**
 * A component whose code loads on first use. If that fails, the screen around it stays, with an
 * error message and Try Again; after a second failure, with Reload, because a newer release may
 * have other files. `preload` loads the code ahead.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { optional = false }: Options = {},
): ComponentType<Props & LazyProps> & { preload: () => void } {
  /** Once it is there, it shows at once: `lazy` would suspend first. */
  let loaded: ComponentType<Props> | undefined;
  let failures = 0;
  const create = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        loaded = await load();
        return { default: loaded };
      } catch (cause) {
        failures += 1;
        throw new LoadError("Code could not be loaded", { cause });
      }
    });
  let current = create();

  // biome-ignore lint/correctness/noComponentHookFactories: called once per module
  function LazyComponent({ fallback = null, onLoadError, ...props }: Props & LazyProps) {
    const [Current, setCurrent] = useState<ComponentType<Props>>(() => loaded ?? current);
    return (
      <ErrorBoundary
        resetKeys={[Current]}
        // React caches the failure of a `lazy` component, so the next attempt needs a new one.
        onError={() => {
          current = create();
        }}
        fallbackRender={({ error }) => {
          if (!(error instanceof LoadError)) throw error;
          return (
            <LoadFailed
              optional={optional}
              needsReload={failures > 1 && navigator.onLine}
              onRetry={() => setCurrent(() => current)}
              onLoadError={onLoadError}
            />
          );
        }}
      >
        <Suspense fallback={fallback}>
          <Current {...(props as Props)} />
        </Suspense>
      </ErrorBoundary>
    );
  }

  const preload = () => {
    load().then(
      (component) => {
        loaded = component;
      },
      () => {
        // The bundler does not cache failures: the first use loads again, and reports the error.
      },
    );
  };
  return Object.assign(LazyComponent, { preload });
}

type Closing = { onClose: () => void; onLoadError: () => void };

type DialogButtonProps = ComponentProps<"button"> & {
  /** The dialog's lazy component. */
  preload: () => void;
  dialog: (closing: Closing) => ReactNode;
};

/** A button that opens a dialog whose code loads when a press is likely. */
export function DialogButton({ preload, dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        // Not the second press of a double click, as on a heart whose count appears next to it.
        onClick={({ detail }) => detail < 2 && setIsOpen(true)}
        {...button}
      />
      {isOpen && dialog({ onClose: close, onLoadError: close })}
    </>
  );
}

class LoadError extends Error {
  override name = "LoadError";
}

type LoadFailedProps = {
  optional: boolean;
  needsReload: boolean;
  onRetry: () => void;
  onLoadError: (() => void) | undefined;
};

const reload = () => window.location.reload();

function LoadFailed({ optional, needsReload, onRetry, onLoadError }: LoadFailedProps) {
  const t = useTranslate();
  const failed = t("This part couldn't be loaded.");
  const handleOnline = useEffectEvent(() => {
    if (optional) onRetry();
  });
  const announce = useEffectEvent(() => {
    if (!onLoadError) return;
    if (needsReload) toast.error(failed, { action: { label: t("Reload"), onClick: reload } });
    else toast.error(t(NETWORK_ERROR));
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
      {failed}
      <Button variant="soft" size="sm" onClick={needsReload ? reload : onRetry}>
        {needsReload ? t("Reload") : t("Try Again")}
      </Button>
    </div>
  );
}
