import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** What browsers report for a key that went to an input method. */
const INPUT_METHOD_KEY = 229;

/**
 * Whether a key press belongs to an input method (Hindi, Chinese), where Enter confirms a word.
 * Safari ends the composition before it reports that Enter, so `isComposing` alone would miss it.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { isComposing, keyCode } = "nativeEvent" in event ? event.nativeEvent : event;
  return isComposing || keyCode === INPUT_METHOD_KEY;
}
