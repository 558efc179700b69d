/**
 * Google Identity Services, as much of it as the login needs. The script comes from Google when the
 * login page is shown and only where a client id is configured.
 */

const SCRIPT = "https://accounts.google.com/gsi/client";
/**
 * Longest wait for the script, in milliseconds; a blocker may swallow the request without a word.
 */
const PATIENCE = 10_000;

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
 * Google's script, ready for `clientId`. One load for the page; a failed one is tried again by the
 * next call. Rejects when the script is blocked, out of reach or does not come in time.
 */
export async function loadGoogleIdentity(clientId: string): Promise<GoogleId> {
  loading ??= loadScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const google = await loading;
  // Google complains about a second call, so whoever listens is looked up when a credential comes.
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

/** Hears the credentials from now on. Returns how to stop. */
export function onGoogleCredential(hear: (answer: Credential) => void): () => void {
  listener = hear;
  return () => {
    if (listener === hear) listener = undefined;
  };
}

/** Widths Google accepts, in pixels. */
const NARROWEST = 200;
const WIDEST = 400;

/** Google's own button in `parent`, `width` pixels wide; false when Google drew nothing. */
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
    width: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))),
  });
  return parent.childElementCount > 0;
}

function loadScript(): Promise<GoogleId> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const timer = setTimeout(() => finish(new Error("Google's script did not come in time.")), PATIENCE);
    const finish = (failure?: Error) => {
      clearTimeout(timer);
      const google = window.google?.accounts?.id;
      if (google && !failure) resolve(google);
      else {
        script.remove();
        reject(failure ?? new Error("Google's script brought nothing."));
      }
    };
    script.addEventListener("load", () => finish());
    script.addEventListener("error", () => finish(new Error("Google's script is blocked or out of reach.")));
    script.src = SCRIPT;
    script.async = true;
    // The nonce of this page's content policy, which Google's script hands on to what it loads.
    script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
    document.head.append(script);
  });
}
