/** The numbers and texts of complaints, which people without an account can make too. */

export const COMPLAINT_REASONS = [
  "intimate_picture",
  "child",
  "threat",
  "private",
  "copyright",
  "other",
] as const;
export type ComplaintReason = (typeof COMPLAINT_REASONS)[number];

export const COMPLAINT_REASON_LABELS: Record<ComplaintReason, string> = {
  intimate_picture: "An intimate picture, or one made to look so",
  child: "Sexual content with someone under 18",
  threat: "Threats, harassment or ragging",
  private: "Private information, or someone pretends to be me",
  copyright: "Something of mine is used without permission",
  other: "Something else",
};

export const PLACE_MAX = 500;
export const COMPLAINT_MAX = 2000;
/** The worst come first, and the admins are notified at once from URGENT_SEVERITY on. */
export const COMPLAINT_SEVERITY: Record<ComplaintReason, number> = {
  intimate_picture: 5,
  child: 5,
  threat: 4,
  private: 3,
  copyright: 2,
  other: 1,
};

export const COMPLAINTS_PAGE = 20;
/** How long a complaint is retained once it was handled, in days. */
export const COMPLAINT_KEPT_DAYS = 180;
