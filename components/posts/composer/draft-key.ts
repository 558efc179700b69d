/** Under which the text of a post being written is kept; a draft belongs to its author. */
export const postDraftKey = (personId: string | undefined) => `post ${personId ?? ""}`;
