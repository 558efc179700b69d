/** The paths that code links to. lib/screens.ts lists all screens. */

export const HOME = "/mainfeed";
export const EXPLORE = "/search-users";
/** Who is on the campus. */
export const PEOPLE = "/people";
export const TRENDING = "/trending";
export const BOOKMARKS = "/bookmarks";
export const NOTIFICATIONS = "/notify";
export const CREATE_NOTIFICATION = "/create-notify";
export const MESSAGES = "/messages";
export const OWN_PROFILE = "/profile";
export const EDIT_PROFILE = "/edit-profile";
export const SETTINGS = "/settings";
/** What the viewer has reported. */
export const REPORTS = `${SETTINGS}/reports`;
/** All that a banned person may open, and someone under 18 who may not use the app, or not yet. */
export const SUSPENDED = "/suspended";

/** Decisions of the moderators about the viewer. */
export const DECISIONS = `${SETTINGS}/decisions`;
/** For the staff. */
export const MODERATION = "/moderation";
/** The place for the college, for admins; moderators open its numbers and log. */
const COLLEGE = "/college";
export const COLLEGE_PEOPLE = `${COLLEGE}/people`;
export const COLLEGE_NOTICES = `${COLLEGE}/notices`;
export const COLLEGE_NUMBERS = `${COLLEGE}/numbers`;
export const COLLEGE_LOG = `${COLLEGE}/log`;
export const isCollegePage = (path: string) => path.startsWith(`${COLLEGE}/`);
export const casePath = (caseId: string) => `${MODERATION}/${caseId}`;

export const conversationPath = (conversationId: string) => `${MESSAGES}/${conversationId}`;
export const tagPath = (tag: string) => `/tag/${encodeURIComponent(tag)}`;

const COMMENT = "#comment-";

/**
 * A post with one of its comments or replies in view. A fragment and not a parameter, so that the
 * page can also be read offline.
 */
export const commentPath = (postId: string, commentId: string) => `/post/${postId}${COMMENT}${commentId}`;

/** The id of the comment in the fragment of such a path. */
export const linkedCommentId = (hash: string): string | undefined =>
  hash.startsWith(COMMENT) ? hash.slice(COMMENT.length) : undefined;

/** Whether the path is a conversation, which fills a phone's screen, without the app's bars. */
export const isConversationPage = (path: string) => path.startsWith(`${MESSAGES}/`);
/** The conversations that people began to whom the viewer has not answered yet. */
export const MESSAGE_REQUESTS = `${MESSAGES}?box=requests`;

/** From 768 px the composer opens over the page, as an address over the feed; else it is a page. */
export const COMPOSE = "/create-post-modal";
export const COMPOSE_ON_PHONE = "/create-post-modal-mobile";
/** The composer as a page that the service worker can store. */
export const COMPOSE_OFFLINE = "/create-post";
/** Whether the path is a composer that fills a phone's screen, without the app's bars. */
export const isComposerPage = (path: string) => path === COMPOSE_ON_PHONE || path === COMPOSE_OFFLINE;

/** The steps of signing in and up, in order. */
export const LOGIN = "/login-page";
/** An address of the API that a browser opens. */
export const OIDC_LOGOUT = "/api/auth/oidc/logout";
export const SELECT_COLLEGE = "/select-college-page";
export const COLLEGE_EMAIL = "/enter-college-email-page";
export const VERIFICATION = "/verification-page";
/** The verification step with a password instead of a code. */
export const PASSWORD_LOGIN = `${VERIFICATION}?with=password`;
export const COMPLETE_PROFILE = "/enter-name-page";
export const STUDENT_ID = "/enter-student-id";
export const PASSWORD = "/enter-password-page";
export const PROFILE_PICTURE = "/add-profile-picture-page";
export const CREATING_PROFILE = "/creating-profile-page";
export const ACCOUNT_CREATED = "/account-creation-complete-page";
export const ONBOARDING = "/onboarding-guide-page";
/** After the guide. It wants a complete profile, as the campus does. */
export const REGISTER_ON_ONE_PAGE = "/testregister";

/** What everyone agrees to (lib/legal). */
export const GUIDELINES = "/guidelines";
export const PRIVACY = "/privacy";
/** Where anyone complains, also without an account. */
export const COMPLAINT = "/complaint";
export const TERMS = "/terms";
export const ACCESSIBILITY = "/accessibility";
/** Licences of the packages of others that browsers get or the server runs. */
export const LICENCES = "/licences";

export const OFFLINE = "/offline";
