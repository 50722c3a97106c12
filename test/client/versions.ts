/** Versions of Claude Code with which the scenarios were seen to hold. `CLAUDE_VERSION` names another. */

/** The newest; what is taken where none is named. */
export const NEWEST = '2.1.332';
/** The oldest that was tried: the fixtures come from it. */
export const OLDEST = '2.1.197';
