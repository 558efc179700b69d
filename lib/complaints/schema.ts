import * as z from "zod";
import { emailField } from "@/lib/accounts/schema";
import { multilineText, singleLineText } from "@/lib/api/fields";
import { cursorFields, cursorQuery, idParam } from "@/lib/api/pagination";
import { COMPLAINT_MAX, COMPLAINT_REASONS, COMPLAINTS_PAGE, PLACE_MAX } from "@/lib/complaints/policy";

export const reasonField = z.enum(COMPLAINT_REASONS, "Please choose what it is about.");
export const complaintBody = z.strictObject({
  reason: reasonField,
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
/** `needsAnswer`: it counts once the link in the mail is pressed. */
export const receivedAnswer = z.object({ message: z.string(), needsAnswer: z.boolean() });

/** What the link in the mail says: the complaint, and a keyed hash of it. */
export const confirmationBody = z.strictObject({
  complaintId: idParam,
  key: z.string().regex(/^[\w-]{22}$/, "This link is not complete."),
});
export type ConfirmationBody = z.output<typeof confirmationBody>;

export const complaintSchema = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    reason: z.enum(COMPLAINT_REASONS),
    place: z.string(),
    text: z.string(),
    email: z.string(),
    /** The mail that asked whether it is from a person was answered, or none was needed. */
    isConfirmed: z.boolean(),
    handledAt: z.string().nullable(),
  })
  .meta({ id: "Complaint" });
export type Complaint = z.infer<typeof complaintSchema>;
export const complaintsQuery = z.object({
  state: z.enum(["open", "handled"]).default("open"),
  limit: cursorQuery(COMPLAINTS_PAGE).shape.limit,
  /** The complaint that the page before ended with: they are ordered by four columns. */
  cursor: idParam.optional(),
});
export type ComplaintsQuery = z.output<typeof complaintsQuery>;
export const complaintsAnswer = z.object({ complaints: z.array(complaintSchema), ...cursorFields });
export type ComplaintsAnswer = z.infer<typeof complaintsAnswer>;
export const complaintParams = z.object({ complaintId: idParam });
export const complaintAnswer = z.object({ complaint: complaintSchema });
