import * as z from "zod";
import { emailField } from "@/lib/accounts/schema";
import { multilineText, singleLineText } from "@/lib/api/fields";
import { idParam } from "@/lib/api/pagination";
import { COMPLAINT_MAX, COMPLAINT_REASONS, PLACE_MAX } from "@/lib/complaints/policy";

export const complaintBody = z.strictObject({
  reason: z.enum(COMPLAINT_REASONS, "Please choose what it is about."),
  /** The address of what it is about, or words that lead there. */
  place: singleLineText({
    min: 1,
    max: PLACE_MAX,
    tooShort: "Please say where it is: an address, or a name and what it shows.",
    tooLong: `Please keep the place to ${PLACE_MAX} characters.`,
  }),
  text: multilineText({
    min: 1,
    max: COMPLAINT_MAX,
    tooShort: "Please say what happened.",
    tooLong: `Please keep it to ${COMPLAINT_MAX} characters.`,
  }),
  /** Where to answer; missing or empty without. */
  email: z.union([z.literal(""), emailField]).default(""),
});
export type ComplaintBody = z.input<typeof complaintBody>;

export const complaintSchema = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    reason: z.enum(COMPLAINT_REASONS),
    place: z.string(),
    text: z.string(),
    email: z.string(),
    handledAt: z.string().nullable(),
  })
  .meta({ id: "Complaint" });
export type Complaint = z.infer<typeof complaintSchema>;
export const complaintsQuery = z.object({ state: z.enum(["open", "handled"]).default("open") });
export const complaintsAnswer = z.object({ complaints: z.array(complaintSchema) });
export type ComplaintsAnswer = z.infer<typeof complaintsAnswer>;
export const complaintParams = z.object({ complaintId: idParam });
export const complaintAnswer = z.object({ complaint: complaintSchema });
