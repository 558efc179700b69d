/**
 * The part of Google Identity Services that the login needs. The login page loads the script from
 * Google, and only if a client id is configured.
 */

/** The client id, and where the script is: at Google, or at its replacement on this machine. */
export type GoogleSetup = { clientId: string; script: string };

/** How long to wait for the script, in milliseconds; a blocker may swallow the request silently. */
const LOAD_TIMEOUT_MS = 10_000;

type Credential = { credential?: string };
type ButtonLook = {
  type: "standard";
  theme: "outline" | "filled_black";
  size: "large";
  text: "continue_with";
  shape: "pill";
  logo_alignment: "center";
  width: number;
};
type GoogleId = {
  initialize: (options: {
    client_id: string;
    callback: (answer: Credential) => void;
    auto_select: boolean;
    cancel_on_tap_outside: boolean;
  }) => void;
  renderButton: (parent: HTMLElement, look: ButtonLook) => void;
  prompt: () => void;
  cancel: () => void;
};

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleId } };
  }
}

let loading: Promise<GoogleId> | undefined;
let initialized: string | undefined;
let listener: ((answer: Credential) => void) | undefined;

/**
 * Google's script, initialised for the client. It is loaded once per page; after a failure the next
 * call tries again. Rejects when the script is blocked, unreachable or too slow.
 */
export async function loadGoogleIdentity({ clientId, script }: GoogleSetup): Promise<GoogleId> {
  loading ??= loadScript(script).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const google = await loading;
  // Google warns about a second `initialize`, so the callback looks up the current listener.
  if (initialized !== clientId) {
    google.initialize({
      client_id: clientId,
      callback: (answer) => listener?.(answer),
      auto_select: false,
      cancel_on_tap_outside: true,
    });
    initialized = clientId;
  }
  return google;
}

/** Listens for credentials. Returns a function that stops it. */
export function onGoogleCredential(newListener: (answer: Credential) => void): () => void {
  listener = newListener;
  return () => {
    if (listener === newListener) listener = undefined;
  };
}

/** Limits of the width Google accepts, in pixels. */
const WIDTH_MIN = 200;
const WIDTH_MAX = 400;

/** Draws Google's own button into `parent`, `width` pixels wide; false when Google drew nothing. */
export function drawGoogleButton(
  google: GoogleId,
  parent: HTMLElement,
  { width, dark }: { width: number; dark: boolean },
): boolean {
  parent.replaceChildren();
  google.renderButton(parent, {
    type: "standard",
    theme: dark ? "filled_black" : "outline",
    size: "large",
    text: "continue_with",
    shape: "pill",
    logo_alignment: "center",
    width: Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width))),
  });
  return parent.childElementCount > 0;
}

function loadScript(src: string): Promise<GoogleId> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const timer = setTimeout(() => finish(new Error("Google's script timed out.")), LOAD_TIMEOUT_MS);
    const finish = (failure?: Error) => {
      clearTimeout(timer);
      const google = window.google?.accounts?.id;
      if (google && !failure) resolve(google);
      else {
        script.remove();
        reject(failure ?? new Error("Google's script defined nothing."));
      }
    };
    script.addEventListener("load", () => finish());
    script.addEventListener("error", () => finish(new Error("Google's script is blocked or unreachable.")));
    script.src = src;
    script.async = true;
    // The nonce of this page's content security policy, which Google's script passes on to what it
    // loads.
    script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
    document.head.append(script);
  });
}
