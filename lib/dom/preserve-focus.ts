/**
 * Where the focus goes when the element that has it disappears or is disabled, as a button does
 * that deletes its own row: to the next item of the list, else the one before, else what is around.
 * Otherwise it would fall to the top of the page, and people who use a keyboard or a screen reader
 * would have to find their place again (WCAG 2.4.3).
 */

const ITEMS = "li, article, [role=row]";
const HEADINGS = "h1, h2, h3, h4, h5, h6";
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";

/** Where an element is: the way up from it, with its place among its siblings at each step. */
type Place = {
  element: Element;
  path: string;
  steps: { parent: Element; index: number; isItem: boolean }[];
};

function placeOf(element: Element): Place {
  const steps: Place["steps"] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const { parentElement: parent } = child;
    steps.push({ parent, index: [...parent.children].indexOf(child), isItem: child.matches(ITEMS) });
  }
  return { element, path: window.location.pathname, steps };
}

/** What comes next after an element that was in this place. */
function nextTo({ steps }: Place): HTMLElement | undefined {
  const gap = steps.find(({ parent }) => parent.isConnected);
  if (!gap) return undefined;
  const neighbour = gap.isItem && (gap.parent.children[gap.index] ?? gap.parent.lastElementChild);
  if (neighbour instanceof HTMLElement) return neighbour;
  for (let around: Element | null = gap.parent; around; around = around.parentElement) {
    // An item or a region that can be focused, such as the row of a button that has gone.
    if (around instanceof HTMLElement && around.matches(`:is(${ITEMS}, section)[tabindex]`)) return around;
    const heading = around.querySelector<HTMLElement>(HEADINGS);
    if (heading) return heading;
    if (around.matches(`main, ${LAYERS}`)) return undefined;
  }
  return undefined;
}

function focusOn(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  // It has taken the place of what was focused, so it is in sight.
  element.focus({ preventScroll: true });
}

const isLost = (element: Element) => !element.isConnected || element.matches(":disabled");

/** Watches over the focus of the whole page. Returns a function that stops it. */
export function preserveFocus(): () => void {
  /** The last focused place of the page (null), and of each open layer over it, topmost last. */
  const places = new Map<Element | null, Place>();
  let focused: Element | undefined;

  const handleFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    focused = target;
    const layer = target.closest(LAYERS);
    for (const open of places.keys()) if (open && !open.isConnected) places.delete(open);
    places.delete(layer);
    places.set(layer, placeOf(target));
  };
  // A press outside all controls takes the focus away, and that is meant. Removing the focused
  // element does so, too, in some browsers: by then, what comes next has it.
  const handleBlur = () => {
    setTimeout(() => {
      if (focused && !isLost(focused) && document.activeElement === document.body) focused = undefined;
    });
  };
  const isAdrift = () => {
    const { activeElement } = document;
    const isElsewhere = activeElement && activeElement !== document.body && activeElement !== focused;
    return focused && isLost(focused) && !isElsewhere;
  };
  const handleChange = () => {
    if (!isAdrift()) return;
    // A layer that closes returns the focus itself, a moment later: to its button, which may be
    // another one by now.
    const hasLayerClosed = [...places.keys()].some((layer) => layer && !layer.isConnected);
    if (hasLayerClosed) setTimeout(() => isAdrift() && moveOn());
    else moveOn();
  };
  const moveOn = () => {
    for (const [layer, place] of [...places].reverse()) {
      if (layer && !layer.isConnected) continue;
      // A layer was closed, and returns the focus to what had opened it.
      if (!isLost(place.element)) return;
      focused = undefined;
      // A new screen has a focus of its own.
      const next = place.path === window.location.pathname && nextTo(place);
      if (next) focusOn(next);
      return;
    }
  };
  const observer = new MutationObserver(handleChange);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", handleFocus);
  document.addEventListener("focusout", handleBlur);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", handleFocus);
    document.removeEventListener("focusout", handleBlur);
  };
}
