"use client";

import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { OUT_OF_REACH } from "@/lib/api/client-error";
import { fetchAhead } from "@/lib/hooks/when-idle";

/** What `Lost` says to the part it stands in for. */
const Failed = createContext<{ tryAgain: () => void; onLost?: (() => void) | undefined }>({ tryAgain() {} });

type PartProps = {
  /** Shows while the code is on its way. */
  fallback?: ReactNode;
  /** For what a press opens: hears that it can't be, after the person was told, so that the next press tries anew. */
  onLost?: () => void;
};

/**
 * A part of a screen whose code comes with its first use (docs/decisions/0010). Where it can't be loaded the screen around it
 * stays: the person is told and may try again. What the server wrote stays as it was written, and an `extra` nobody asked
 * for stays away, until there is a connection. Its `ahead` loads the code before it is needed.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { extra = false } = {},
): ComponentType<Props & PartProps> & { ahead: () => void } {
  const patient = lazy(async () => ({ default: await untilItComes(load) }));
  const begin = () =>
    lazy<ComponentType<Props>>(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        () => {
          // Whoever wants it next asks anew.
          current = begin();
          return { default: Lost };
        },
      ),
    );
  let current = begin();
  // biome-ignore lint/correctness/noComponentHookFactories: made once for a module, as `lazy` itself is
  function Part({ fallback = null, onLost, ...props }: Props & PartProps) {
    // React asks for the server's view of a store only while it takes over what the server wrote. What it sees is the same
    // either way: a change would draw this again, and what was written would be lost.
    let isWritten = false;
    useSyncExternalStore(
      () => () => {},
      () => 0,
      () => {
        isWritten = true;
        return 0;
      },
    );
    const [Shown, setShown] = useState(() => (extra || isWritten ? patient : current));
    return (
      <Failed value={{ tryAgain: () => setShown(() => current), onLost }}>
        <Suspense fallback={fallback}>
          <Shown {...(props as Props)} />
        </Suspense>
      </Failed>
    );
  }
  return Object.assign(Part, { ahead: () => fetchAhead(load) });
}

async function untilItComes<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    return untilItComes(load);
  }
}

function Lost() {
  const { tryAgain, onLost } = use(Failed);
  const tell = useEffectEvent(() => {
    if (!onLost) return;
    toast.error(OUT_OF_REACH);
    onLost();
  });
  useEffect(() => tell(), []);
  if (onLost) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-2 p-3 text-ink2 text-label">
      This part couldn't be loaded.
      <Button variant="soft" size="sm" onClick={tryAgain}>
        Try Again
      </Button>
    </div>
  );
}
