import { campus } from "#campus";
import { CAMPUS_ELEMENT } from "@/lib/campus/campus";

/**
 * Hands the campus to the browser's code (lib/campus/client/campus.ts): in the head, because that
 * reads it before the page is there. It is data and does not run, so it needs no nonce.
 */
export function CampusData() {
  return (
    <script
      id={CAMPUS_ELEMENT}
      type="application/json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which nothing can end the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(campus).replaceAll("<", "\\u003c") }}
    />
  );
}
