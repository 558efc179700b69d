/** The key of an unfinished post's text. It names the author, because a draft is theirs alone. */
export const postDraftKey = (personId: string | undefined) => `post ${personId ?? ""}`;
